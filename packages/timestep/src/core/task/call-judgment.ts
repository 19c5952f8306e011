import type { ShownTool } from './consent.ts';
import type { Failure } from './task-state.ts';

/** A tool call of a reply that is not made, with the reason. */
export interface RefusedCall {
  readonly callId: string;
  readonly error: Failure;
}

/** Decision of the agent's or session's rules about one tool call of a reply. */
export interface CallJudgment {
  readonly callId: string;
  /** Verdict of the rules: `allow`, `ask` a person, or `deny`. Undefined: the tool decides. */
  readonly verdict?: Verdict;
  /** Reason for the decision, shown to the person who is asked and to the model that is refused. */
  readonly reason?: string;
  /** JSON text of an object. These arguments replace the model's arguments. */
  readonly arguments?: string;
  /** The tool as a person is asked about it. Undefined if no person is asked. */
  readonly tool?: ShownTool;
  /** Id of the consent that covers the call, so that no person is asked. */
  readonly consent?: string;
}

/** Whether a call is made without asking, only after a person's approval, or not at all. */
export type Verdict = 'allow' | 'ask' | 'deny';

/** A decision of a guard, stored with the event that it led to. */
export interface GuardRecord {
  readonly guard: string;
  readonly phase: 'before-model' | 'after-model' | 'before-tool' | 'after-tool';
  readonly action: 'allow' | 'change' | 'block' | 'ask';
  readonly reason?: string;
  readonly callId?: string;
}
