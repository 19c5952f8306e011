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
  /**
   * Replacement text for the message `from`, or with `row` for the newest message of the user. Default: its
   * original text.
   */
  readonly text?: string;
  /** Model of the new task, as `provider/name`. Only with `row`. Default: the model of the task. */
  readonly model?: string;
  /**
   * Result that the model reads in place of the result of the tool call that `row` names. The new task then
   * starts after the call, which is not made again.
   */
  readonly result?: string;
}
