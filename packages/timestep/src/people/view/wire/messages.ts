import type { ApprovalDecision } from '#core';

/** A message from the user to a running task: text, or decisions about its tool calls. */
export interface TaskMessage {
  /** Message id chosen by the client. Sending the same id again has no effect. */
  readonly messageId: string;
  /** Text that answers the open question, or steers a task that is working. */
  readonly text?: string;
  readonly approvals?: readonly ApprovalDecision[];
}

/**
 * A request to fork a task. With only a message id, the task is tried again in its conversation.
 */
export interface TaskFork {
  readonly messageId: string;
  /**
   * Id of a timeline row, from whose model call on the task is made again in a conversation of its
   * own: that of the row, or the newest before it. The row of the task itself: from its message on.
   */
  readonly row?: string;
  /** Message that the fork replaces, with all later messages. Default: the first. */
  readonly from?: string;
  /** Replacement text for the message. Default: its original text. */
  readonly text?: string;
}
