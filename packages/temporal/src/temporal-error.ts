import { TimestepError } from '@timestep-ai/timestep/core';

/** Error codes for failures of Temporal and its store. */
export type TemporalErrorCode =
  | 'unreachable'
  | 'no-store'
  | 'newer-version'
  | 'task-not-found'
  | 'task-ended'
  | 'task-waits'
  | 'no-worker'
  | 'other-tools';

/** Thrown if Temporal or its store cannot be used. `message` says what to do. */
export class TemporalError extends TimestepError {
  declare readonly code: TemporalErrorCode;
}

/** Returns the most useful message of an error and its causes, without a stack trace. */
export function getErrorReason(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  if ('details' in thrown && typeof thrown.details === 'string' && thrown.details !== '') {
    return thrown.details;
  }
  if (thrown instanceof AggregateError) return thrown.errors.map(getErrorReason).join(', ');
  return thrown.message;
}
