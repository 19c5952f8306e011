import { TimestepError } from '../../core/index.ts';
import { RunnerError, type RunnerErrorCode } from '../../port/index.ts';

export type A2AErrorCode =
  | 'parse-error'
  | 'invalid-request'
  | 'too-large'
  | 'too-slow'
  | 'method-not-found'
  | 'http-method-not-allowed'
  | 'invalid-params'
  | 'unauthenticated'
  | 'internal'
  | 'unavailable'
  | 'too-many-tasks'
  | 'task-not-found'
  | 'task-not-cancelable'
  | 'push-notification-not-supported'
  | 'unsupported-operation'
  | 'content-type-not-supported'
  | 'extended-card-not-configured'
  | 'extension-support-required'
  | 'version-not-supported';

export interface A2AErrorDetail {
  /** The path of the wrong field, such as `message.parts[0]`. */
  readonly field?: string;
  /** Facts for programs; ErrorInfo holds strings only. */
  readonly metadata?: Readonly<Record<string, string>>;
}

/** A request that the protocol refuses. The message is for the caller to read. */
export class A2AError extends TimestepError {
  declare readonly code: A2AErrorCode;
  readonly detail: A2AErrorDetail;

  constructor(code: A2AErrorCode, message: string, detail: A2AErrorDetail = {}) {
    super(code, message);
    this.detail = detail;
  }
}

/** A request whose parameters cannot be used, and which of them. */
export function invalidParams(field: string, problem: string): A2AError {
  return new A2AError('invalid-params', `${field} ${problem}`, { field });
}

/** The task does not exist or belongs to another caller: the two must look the same. */
export function taskNotFound(taskId: string): A2AError {
  return new A2AError('task-not-found', `there is no task ${taskId}`, { metadata: { taskId } });
}

/**
 * The error that a caller receives for anything thrown. A defect is reported without its message
 * and stack: those are for the operator.
 */
export function asA2AError(thrown: unknown): A2AError {
  if (thrown instanceof A2AError) return thrown;
  if (thrown instanceof RunnerError) return new A2AError(FROM_RUNNER[thrown.code], thrown.message);
  return new A2AError('internal', 'internal error');
}

const FROM_RUNNER: Readonly<Record<RunnerErrorCode, A2AErrorCode>> = {
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
