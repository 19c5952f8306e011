import { TimestepError } from 'timestep/core';

/** What can go wrong between this process, its store and Temporal. */
export type TemporalErrorCode =
  | 'unreachable'
  | 'no-store'
  | 'task-not-found'
  | 'task-ended'
  | 'task-waits'
  | 'no-worker'
  | 'other-tools';

/** Temporal, or the store beside it, cannot be had as asked; `message` says what to do. */
export class TemporalError extends TimestepError {
  declare readonly code: TemporalErrorCode;
}

/** What is to be read first of an error that may have causes, without its stack. */
export function reasonOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  if ('details' in thrown && typeof thrown.details === 'string' && thrown.details !== '') {
    return thrown.details;
  }
  if (thrown instanceof AggregateError) return thrown.errors.map(reasonOf).join(', ');
  return thrown.message;
}
