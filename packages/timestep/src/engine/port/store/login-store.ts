/** A user's OAuth login at a server: an access token and what is needed to renew it. */
export interface Login {
  /** URL of the server without its query. */
  readonly server: string;
  /** Issuer of the tokens. Only this issuer may renew them. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret?: string;
  /** Client authentication method (RFC 7591). Undefined: the method in the issuer's metadata. */
  readonly authMethod?: string;
  readonly accessToken: string;
  /** Refresh token, with which the access token is renewed once. */
  readonly refreshToken?: string;
  /** Resource for which the tokens are issued (RFC 8707). */
  readonly resource?: string;
  /** Scopes of the tokens, separated by spaces. Undefined if unknown. */
  readonly scope?: string;
  /** Expiry of the access token in milliseconds since the epoch. Undefined if unknown. */
  readonly expiresAt?: number;
}

/** Stores a user's logins, one per server. */
export interface LoginStore {
  list(): Promise<readonly Login[]>;
  find(server: string): Promise<Login | undefined>;
  /** Replaces or deletes a login. Other processes wait meanwhile, because a refresh token works only once. */
  change(
    server: string,
    work: (login: Login | undefined) => Promise<Login | undefined>,
  ): Promise<Login | undefined>;
}
