import type { EpisodeInfo, Message } from '../../core/index.ts';

/** What an agent did, according to a trace. */
export interface RecordedTrial {
  readonly traceId: string;
  /** The span of the outermost agent, else of its last model call. */
  readonly spanId: string;
  /** `gen_ai.conversation.id`, where there is one. */
  readonly conversationId?: string;
  /** `gen_ai.agent.name`, where there is one. */
  readonly agent?: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly messages: readonly Message[];
  readonly info: Omit<EpisodeInfo, 'task_id' | 'trial' | 'seed'>;
}
