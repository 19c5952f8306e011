import type { ApprovalDecision } from '#core';

/** A message of the user to a running task: text, or decisions about its tool calls. */
export interface TaskMessage {
  /** Message id chosen by the client. Sending the same id again has no effect. */
  readonly messageId: string;
  /** Answers the open question, or steers a task that is working. */
  readonly text?: string;
  readonly approvals?: readonly ApprovalDecision[];
}

/** Without `from` and `text`, the original task runs again unchanged. */
export interface TaskFork {
  readonly messageId: string;
  /** User message that the fork replaces, with all after it. Default: the first. */
  readonly from?: string;
  /** Replacement text for that message. Default: its original text. */
  readonly text?: string;
}
