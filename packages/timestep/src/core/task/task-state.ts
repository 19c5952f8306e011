/** Task states, named as in A2A but in lower case. */
export type TaskState = 'submitted' | 'working' | 'input-required' | FinalState;

/** Final states of a task. */
export type FinalState = 'completed' | 'failed' | 'canceled' | 'rejected';

/** Why a task ended. */
export type EndReason =
  | 'final_answer'
  | 'max_steps'
  | 'time_limit'
  | 'budget'
  | 'error'
  | 'canceled';

/** A runtime failure as data: a stable code for programs and a sentence for people. */
export interface Failure {
  readonly code: string;
  readonly message: string;
}
