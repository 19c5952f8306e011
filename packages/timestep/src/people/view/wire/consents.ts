/** Approvals that users have given for later calls. */
export interface ConsentList {
  readonly consents: readonly ConsentLine[];
}

/** A permission for later calls that a user has given, as listed on the page. */
export interface ConsentLine {
  readonly id: string;
  readonly agent: string;
  readonly principal: string;
  /** Time at which the user gave the permission, in milliseconds since the epoch. */
  readonly at: number;
  readonly tool: string;
  readonly server?: string;
  /** Calls of the tool that are permitted, in words or as a permission rule. */
  readonly covers: string;
  /**
   * Conversation in which the permission is valid. Undefined: all conversations, until it is
   * revoked.
   */
  readonly sessionId?: string;
}
