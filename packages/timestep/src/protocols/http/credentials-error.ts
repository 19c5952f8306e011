import { TimestepError } from '../../core/index.ts';

/**
 * Why credentials are rejected: no token was sent, the token is invalid, or its scopes are
 * insufficient.
 */
export type CredentialsErrorCode = 'no-token' | 'invalid-token' | 'insufficient-scope';

/** The error thrown if credentials are rejected. `message` is shown to the caller. */
export class CredentialsError extends TimestepError {
  declare readonly code: CredentialsErrorCode;
  /** The value of the `WWW-Authenticate` header. */
  readonly challenge: string;

  constructor(code: CredentialsErrorCode, message: string, challenge: string) {
    super(code, message);
    this.challenge = challenge;
  }

  /** The HTTP status of the response. */
  get status(): 401 | 403 {
    return this.code === 'insufficient-scope' ? 403 : 401;
  }
}
