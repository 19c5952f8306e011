/** What people let agents call without asking again. */
export interface ConsentList {
  readonly consents: readonly ConsentLine[];
}

/** A consent in a list. */
export interface ConsentLine {
  readonly id: string;
  readonly agent: string;
  readonly principal: string;
  /** Time of the approval in milliseconds since the epoch. */
  readonly at: number;
  readonly tool: string;
  readonly server?: string;
  /** Which calls of the tool it covers, in words or as a permission rule. */
  readonly covers: string;
  /** The conversation in which it holds. Undefined: in all, until it is revoked. */
  readonly sessionId?: string;
}
