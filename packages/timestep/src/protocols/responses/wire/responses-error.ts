import { TimestepError } from '#core';
import {
  FileStoreError,
  ResponseStoreError,
  RunnerError,
  SessionStoreError,
  type RunnerErrorCode,
} from '#engine/port';

/** Thrown for a rejected request. `code` and `param` are fields of the OpenAI API. */
export class ResponsesError extends TimestepError {
  readonly status: number;
  /** Path of the invalid field, such as `tools[0].name`. */
  readonly param: string | null;

  constructor(status: number, code: string, message: string, param: string | null = null) {
    super(code, message);
    this.status = status;
    this.param = param;
  }
}

export function createMissingFieldError(param: string, what: string): ResponsesError {
  const message = `${param} is missing: ${what}`;
  return new ResponsesError(400, 'missing_required_parameter', message, param);
}

export function createInvalidValueError(param: string, problem: string): ResponsesError {
  return new ResponsesError(400, 'invalid_value', `${param} ${problem}`, param);
}

export function createUnsupportedError(param: string, advice: string): ResponsesError {
  const message = `${param} is not supported: ${advice}`;
  return new ResponsesError(400, 'unsupported_parameter', message, param);
}

/** Converts an exception to `ResponsesError`. Details of unexpected errors are hidden. */
export function toResponsesError(thrown: unknown): ResponsesError {
  if (thrown instanceof ResponsesError) return thrown;
  if (thrown instanceof RunnerError) {
    return new ResponsesError(STATUS_OF[thrown.code], thrown.code, thrown.message);
  }
  if (thrown instanceof ResponseStoreError && thrown.code === 'principal-full') {
    return new ResponsesError(429, 'too_many_unfinished_responses', thrown.message);
  }
  if (thrown instanceof SessionStoreError && thrown.code === 'conflict') {
    const message = 'the conversation was changed by other requests: try again later';
    return new ResponsesError(409, 'conversation_locked', message);
  }
  if (thrown instanceof FileStoreError && thrown.code === 'principal-full') {
    return new ResponsesError(400, 'file_storage_full', thrown.message, 'file');
  }
  if (
    [ResponseStoreError, SessionStoreError, FileStoreError].some((kind) => thrown instanceof kind)
  ) {
    const message = 'the store is not available now: try again later';
    return new ResponsesError(503, 'store_failed', message);
  }
  return new ResponsesError(500, 'internal_error', 'internal error');
}

export function isInternalError(thrown: unknown): boolean {
  if (thrown instanceof ResponsesError || thrown instanceof RunnerError) return false;
  return toResponsesError(thrown).status >= 500;
}

export function buildErrorBody({ status, code, message, param }: ResponsesError): object {
  const errorType = status >= 500 ? 'server_error' : 'invalid_request_error';
  const type = code === 'rate_limit_exceeded' ? 'requests' : errorType;
  return { error: { message, type, param, code } };
}

const STATUS_OF: Readonly<Record<RunnerErrorCode, number>> = {
  'task-finished': 409,
  'context-mismatch': 400,
  'results-without-call': 409,
  'unknown-call': 409,
  'approval-without-request': 409,
  'empty-submission': 400,
  'task-not-found': 404,
  'unknown-agent': 404,
  'duplicate-message': 409,
  'bad-page-token': 400,
  closed: 503,
  'busy-elsewhere': 503,
  'store-failed': 503,
  unavailable: 503,
  'too-many-tasks': 429,
};
