import { TimestepError } from '#core';
import { RunnerError, type RunnerErrorCode } from '#engine/port';
import type { A2AErrorCode } from './error-codes.ts';

export interface A2AErrorDetail {
  /** Path of the invalid field, such as `message.parts[0]`. */
  readonly field?: string;
  /** Details as strings, because `google.rpc.ErrorInfo` allows only strings. */
  readonly metadata?: Readonly<Record<string, string>>;
}

/** Thrown for a request that the protocol rejects. The message is shown to the caller. */
export class A2AError extends TimestepError {
  declare readonly code: A2AErrorCode;
  readonly detail: A2AErrorDetail;

  constructor(code: A2AErrorCode, message: string, detail: A2AErrorDetail = {}) {
    super(code, message);
    this.detail = detail;
  }
}

export function createInvalidParamsError(field: string, problem: string): A2AError {
  return new A2AError('invalid-params', `${field} ${problem}`, { field });
}

/**
 * Creates the error for a missing task. A task of another caller counts as missing, so that it cannot be detected.
 */
export function createA2ATaskNotFoundError(taskId: string): A2AError {
  return new A2AError('task-not-found', `there is no task ${taskId}`, { metadata: { taskId } });
}

/** Converts an exception to `A2AError`. The message of an internal error is hidden from callers. */
export function toA2AError(thrown: unknown): A2AError {
  if (thrown instanceof A2AError) return thrown;
  if (thrown instanceof RunnerError)
    return new A2AError(CODE_OF_RUNNER_ERROR[thrown.code], thrown.message);
  return new A2AError('internal', 'internal error');
}

const CODE_OF_RUNNER_ERROR: Readonly<Record<RunnerErrorCode, A2AErrorCode>> = {
  'task-not-found': 'task-not-found',
  'task-finished': 'unsupported-operation',
  'context-mismatch': 'invalid-params',
  'results-without-call': 'invalid-params',
  'unknown-call': 'invalid-params',
  'approval-without-request': 'invalid-params',
  'empty-submission': 'invalid-params',
  'duplicate-message': 'invalid-params',
  'bad-page-token': 'invalid-params',
  'unknown-agent': 'internal',
  closed: 'unavailable',
  'busy-elsewhere': 'unavailable',
  'store-failed': 'unavailable',
  unavailable: 'unavailable',
  'too-many-tasks': 'too-many-tasks',
};
