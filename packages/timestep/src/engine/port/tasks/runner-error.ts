import { TimestepError, type RefusalCode } from '#core';

/** Why a runner refuses a submission or query. */
export type RunnerErrorCode =
  | RefusalCode
  | 'task-not-found'
  | 'unknown-agent'
  | 'duplicate-message'
  | 'bad-page-token'
  | 'busy-elsewhere'
  | 'store-failed'
  | 'unavailable'
  | 'too-many-tasks'
  | 'closed';

/** Thrown if a runner refuses a request. Only after `unavailable`, the request may have been executed. */
export class RunnerError extends TimestepError {
  declare readonly code: RunnerErrorCode;
}

/** Creates the error for a task that does not exist or belongs to another principal. */
export function createTaskNotFoundError(taskId: string): RunnerError {
  return new RunnerError('task-not-found', `there is no task ${taskId}`);
}

/** Returns whether a runner or store refused a request because its process is shutting down. */
export function isClosedError(thrown: unknown): boolean {
  return thrown instanceof RunnerError && thrown.code === 'closed';
}

/** Creates the error for a request to a runner that is closing. */
export function createRunnerClosedError(): RunnerError {
  return new RunnerError('closed', 'the server is shutting down');
}
