import type { ShownTool } from './consent.ts';
import type { Failure } from './task-state.ts';

/** A tool call of a reply that is not made, with the reason. */
export interface RefusedCall {
  readonly callId: string;
  readonly error: Failure;
}

/** Decision of the permission rules of an agent or session about one tool call. */
export interface CallJudgment {
  readonly callId: string;
  /** Verdict of the rules: `allow`, `ask` a person, or `deny`. Undefined: the tool decides. */
  readonly verdict?: Verdict;
  /** Reason for the decision, shown to the person who is asked, or to the model if the call is refused. */
  readonly reason?: string;
  /** JSON text of an object. These arguments replace the model's arguments. */
  readonly arguments?: string;
  /** The tool as it is shown to the person who is asked. Undefined if no person is asked. */
  readonly tool?: ShownTool;
  /** Id of the consent that covers the call, because of which no person is asked. */
  readonly consent?: string;
}

/** Whether a call is made without asking, only after a person's approval, or not at all. */
export type Verdict = 'allow' | 'ask' | 'deny';

/** A guard's decision, stored with the event that the decision caused. */
export interface GuardRecord {
  readonly guard: string;
  readonly phase: 'before-model' | 'after-model' | 'before-tool' | 'after-tool';
  readonly action: 'allow' | 'change' | 'block' | 'ask';
  readonly reason?: string;
  readonly callId?: string;
}
