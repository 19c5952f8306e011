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
   * Id of the timeline row from which the new task repeats: from the row's model call, or the newest model
   * call before the row. The row of the task itself repeats from the task's message.
   */
  readonly row?: string;
  /** Message that the fork replaces, with all later messages. Default: the first. */
  readonly from?: string;
  /** Replacement text for the message. Default: its original text. */
  readonly text?: string;
}
