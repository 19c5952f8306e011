import type { EpisodeInfo, Message } from '#core';

export interface RecordedTrial {
  readonly traceId: string;
  /** Id of the span of the outermost agent or, without such a span, of the last model call. */
  readonly spanId: string;
  readonly conversationId?: string;
  readonly agent?: string;
  /** Start time in milliseconds since the epoch. */
  readonly startedAt: number;
  readonly messages: readonly Message[];
  readonly info: Omit<EpisodeInfo, 'task_id' | 'trial' | 'seed'>;
}
