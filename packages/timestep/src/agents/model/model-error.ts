import { TimestepError } from '../../core/index.ts';

/** Error codes of model calls. */
export type ModelErrorCode =
  | 'missing-key'
  | 'missing-setting'
  | 'unknown-provider'
  | 'not-installed'
  | 'model-not-found'
  | 'rate-limited'
  | 'unauthorized'
  | 'context-length'
  | 'bad-request'
  | 'unreachable'
  | 'timeout'
  | 'provider-error'
  | 'unsupported-setting'
  | 'output-limit'
  | 'refused'
  | 'empty-reply';

/** Data about a failed model call, in addition to the error's code and message. */
export interface ModelErrorDetails {
  /** Whether the same call may succeed if it is retried. */
  readonly retryable?: boolean;
  /** Milliseconds that the provider asks callers to wait. */
  readonly retryAfterMs?: number | undefined;
  /** HTTP status. Undefined if no response was received. */
  readonly status?: number | undefined;
}

/**
 * A model could not be called or did not answer. The error contains nothing of the request, so that
 * neither keys nor prompts can reach a log through it.
 */
export class ModelError extends TimestepError {
  declare readonly code: ModelErrorCode;
  readonly retryable: boolean;
  readonly retryAfterMs: number | undefined;
  readonly status: number | undefined;

  constructor(code: ModelErrorCode, message: string, details: ModelErrorDetails = {}) {
    super(code, message);
    this.retryable = details.retryable ?? false;
    this.retryAfterMs = details.retryAfterMs;
    this.status = details.status;
  }
}
