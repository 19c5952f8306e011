import type { ApprovalDecision } from '../../core/index.ts';

/** What a person says to a task that has not ended: words, or decisions about its calls. */
export interface TaskMessage {
  /** Sending an id again changes nothing. */
  readonly messageId: string;
  /** Answers the open question; steers a task that works. */
  readonly text?: string;
  readonly approvals?: readonly ApprovalDecision[];
}

/** From where a new task goes on; without `from` and `text` the task is tried again as it was. */
export interface TaskFork {
  /** Sending an id again changes nothing. */
  readonly messageId: string;
  /** The message of a person before which the history ends; by default the first one. */
  readonly from?: string;
  /** What is said in its place; by default what was said. */
  readonly text?: string;
}
