import type { ApprovalDecision } from '../../core/index.ts';

/** What a person says to a task that has not ended: words, or decisions about its calls. */
export interface TaskMessage {
  /** Sending an id again changes nothing. */
  readonly messageId: string;
  /** Answers the open question; steers a task that works. */
  readonly text?: string;
  readonly approvals?: readonly ApprovalDecision[];
}
