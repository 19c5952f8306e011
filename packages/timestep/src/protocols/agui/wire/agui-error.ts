import { omitUndefined, TimestepError } from '#core';
import { RunnerError, type RunnerErrorCode } from '#engine/port';

/** Thrown for a request that is rejected before its run starts. */
export class AguiError extends TimestepError {
  readonly status: number;
  /** Path of the invalid field, such as `messages[0].content`. */
  readonly field: string | undefined;

  constructor(status: number, code: string, message: string, field?: string) {
    super(code, message);
    this.status = status;
    this.field = field;
  }
}

export function createInvalidFieldError(field: string, problem: string): AguiError {
  return new AguiError(400, 'invalid-input', `${field} ${problem}`, field);
}

/** Creates the response for a run that did not start. Details of internal errors are hidden. */
export function createAguiErrorResponse(
  thrown: unknown,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const { status, code, message, field } = toAguiError(thrown);
  return Response.json({ error: omitUndefined({ code, message, field }) }, { status, headers });
}

export function toAguiError(thrown: unknown): AguiError {
  if (thrown instanceof AguiError) return thrown;
  if (thrown instanceof RunnerError) {
    return new AguiError(STATUS_OF[thrown.code], thrown.code, thrown.message);
  }
  return new AguiError(500, 'internal-error', 'the server failed to answer this request');
}

const STATUS_OF: Readonly<Record<RunnerErrorCode, number>> = {
  'empty-submission': 400,
  'context-mismatch': 400,
  'bad-page-token': 400,
  'task-not-found': 404,
  'unknown-agent': 404,
  'task-finished': 409,
  'results-without-call': 409,
  'unknown-call': 409,
  'approval-without-request': 409,
  'duplicate-message': 409,
  'too-many-tasks': 429,
  'busy-elsewhere': 503,
  'store-failed': 503,
  unavailable: 503,
  closed: 503,
};
