import { TimestepError } from '../core/index.ts';

/** What can go wrong between an agent and its model. */
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

/** What is known of a failure of a model beside its code and message. */
export interface ModelErrorDetails {
  /** Whether the same call may succeed when it is made again. */
  readonly retryable?: boolean;
  /** How long the provider asks callers to wait, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
  /** HTTP status, where there was an answer. */
  readonly status?: number | undefined;
}

/**
 * A model could not be called or did not answer. Carries nothing of the request, so that neither
 * keys nor prompts can reach a log through it.
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
