/** What the rules of an agent or a session say about one call of a reply. */
export interface JudgedCall {
  readonly callId: string;
  /**
   * `allow`: no person is asked, whatever the tool wants; `ask`: a person decides; `deny`: the call is
   * not made. Absent: as the tool says.
   */
  readonly verdict?: Verdict;
  /** Why, for the person who is asked and the model that is refused. */
  readonly reason?: string;
  /** JSON text of an object: the call is made with these arguments instead of the model's. */
  readonly arguments?: string;
}

/** Whether a call is made: at once, after a person's yes, or not at all. */
export type Verdict = 'allow' | 'ask' | 'deny';

/** A decision of a guard, as it is kept with the event that it led to. */
export interface GuardRecord {
  readonly guard: string;
  readonly phase: 'before-model' | 'after-model' | 'before-tool' | 'after-tool';
  readonly action: 'allow' | 'change' | 'block' | 'ask';
  readonly reason?: string;
  /** The call, where the guard looked at one or at its result. */
  readonly callId?: string;
}
