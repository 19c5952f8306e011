import { TimestepError, type RefusalAdvice } from '#core';
import type { FailureCode } from './failure/failure-kinds.ts';

/** Error codes of model calls. */
export type ModelErrorCode =
  | FailureCode
  | 'missing-key'
  | 'missing-setting'
  | 'unknown-provider'
  | 'not-installed'
  | 'unsupported-setting'
  | 'output-limit'
  | 'empty-reply';

/** Data about a failed model call, in addition to the error's code and message. */
export interface ModelErrorDetails {
  readonly retryable?: boolean;
  /** Milliseconds that the provider asks callers to wait before a retry. */
  readonly retryAfterMs?: number | undefined;
  /** Maximum number of consecutive attempts that may fail with this error. Default: no maximum. */
  readonly maxAttempts?: number | undefined;
  /** HTTP status of the response. Undefined without a response. */
  readonly status?: number | undefined;
}

/** Calls a function. Returns its result, or the `ModelError` that it throws. */
export function catchModelError<Result>(run: () => Result): Result | ModelError {
  try {
    return run();
  } catch (thrown) {
    if (thrown instanceof ModelError) return thrown;
    throw thrown;
  }
}

/** A model call failed. Contains nothing of the request, so that no key or prompt is logged. */
export class ModelError extends TimestepError {
  declare readonly code: ModelErrorCode;
  readonly retryable: boolean;
  readonly retryAfterMs: number | undefined;
  readonly maxAttempts: number | undefined;
  readonly status: number | undefined;
  /** Which parts of the request the provider refused. Undefined for failures with other causes. */
  readonly refusal?: RefusalAdvice | undefined;

  constructor(code: ModelErrorCode, message: string, details: ModelErrorDetails = {}) {
    super(code, message);
    this.retryable = details.retryable ?? false;
    this.retryAfterMs = details.retryAfterMs;
    this.maxAttempts = details.maxAttempts;
    this.status = details.status;
  }
}
