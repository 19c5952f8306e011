import { TimestepError } from '../core/index.ts';

/** Why a request is refused: nothing was sent, what was sent does not hold, or it allows too little. */
export type CredentialsErrorCode = 'no-token' | 'invalid-token' | 'insufficient-scope';

/** Credentials with which a caller is not let in; `message` is for the caller. */
export class CredentialsError extends TimestepError {
  declare readonly code: CredentialsErrorCode;
  /** The value of `WWW-Authenticate`. */
  readonly challenge: string;

  constructor(code: CredentialsErrorCode, message: string, challenge: string) {
    super(code, message);
    this.challenge = challenge;
  }

  /** Of the answer. */
  get status(): 401 | 403 {
    return this.code === 'insufficient-scope' ? 403 : 401;
  }
}
