/** The login of a person at a server: a token, and what is needed to get another. */
export interface Login {
  /** The address of the server, without a query. */
  readonly server: string;
  /** Who made the tokens: they are renewed nowhere else. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret?: string;
  /** How the secret is sent, as the issuer said when it made the secret (RFC 7591); absent: as its metadata say. */
  readonly authMethod?: string;
  readonly accessToken: string;
  /** Gets another token, and may do so once only. */
  readonly refreshToken?: string;
  /** What the tokens are made for (RFC 8707). */
  readonly resource?: string;
  /** With spaces between; absent: not known. */
  readonly scope?: string;
  /** When the token ends, in milliseconds since the epoch; absent: not known. */
  readonly expiresAt?: number;
}

/** Keeps the logins of a person, one for each server. */
export interface LoginStore {
  list(): Promise<readonly Login[]>;
  find(server: string): Promise<Login | undefined>;
  /**
   * Puts what the work resolves to in the place of a login; nothing forgets it. Meanwhile no other process
   * changes a login, so that a refresh token is used once.
   */
  change(
    server: string,
    work: (login: Login | undefined) => Promise<Login | undefined>,
  ): Promise<Login | undefined>;
}
