import { TimestepError } from '../../core/index.ts';

/** Why credentials are rejected. */
export type CredentialsErrorCode = 'no-token' | 'invalid-token' | 'insufficient-scope';

/** Thrown if credentials are rejected. `message` is shown to the caller. */
export class CredentialsError extends TimestepError {
  declare readonly code: CredentialsErrorCode;
  /** Value of `WWW-Authenticate`. */
  readonly challenge: string;

  constructor(code: CredentialsErrorCode, message: string, challenge: string) {
    super(code, message);
    this.challenge = challenge;
  }

  get status(): 401 | 403 {
    return this.code === 'insufficient-scope' ? 403 : 401;
  }
}
