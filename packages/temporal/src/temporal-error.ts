import { TimestepError } from '@timestep-ai/timestep/core';

/** The kinds of failures between this process, its store and Temporal. */
export type TemporalErrorCode =
  | 'unreachable'
  | 'no-store'
  | 'task-not-found'
  | 'task-ended'
  | 'task-waits'
  | 'no-worker'
  | 'other-tools';

/** Temporal, or the store beside it, cannot be used; `message` says what to do. */
export class TemporalError extends TimestepError {
  declare readonly code: TemporalErrorCode;
}

/** The most useful text of an error that may have causes, without its stack. */
export function reasonOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  if ('details' in thrown && typeof thrown.details === 'string' && thrown.details !== '') {
    return thrown.details;
  }
  if (thrown instanceof AggregateError) return thrown.errors.map(reasonOf).join(', ');
  return thrown.message;
}
