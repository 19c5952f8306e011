import type { ApprovalDecision } from '../../../core/index.ts';

/** A message of the user to a running task: text, or decisions about its tool calls. */
export interface TaskMessage {
  /** Message id chosen by the client. Sending the same id again has no effect. */
  readonly messageId: string;
  /** Answers the open question, or steers a task that is working. */
  readonly text?: string;
  readonly approvals?: readonly ApprovalDecision[];
}

/**
 * The starting point of a forked task. Without `from` and `text`, the original task is run again
 * unchanged.
 */
export interface TaskFork {
  /** Message id chosen by the client. Sending the same id again has no effect. */
  readonly messageId: string;
  /**
   * Id of the user message that the fork replaces; the copied history ends before it. Default: the
   * first user message.
   */
  readonly from?: string;
  /** Replacement text for that message. Default: its original text. */
  readonly text?: string;
}
