import type { PeerMessage } from './peer-message.ts';
import type { PeerTask } from './peer-task.ts';

/**
 * Whether a task that waits is shown as it was before a message reached it: it wants a decision or a result
 * that the message gives, or its history is without the words of the message. A peer may have lost its
 * process after it took the message, and before the message is in what it shows.
 */
export function awaitsStill(
  { messageId, taskId, message, approvals = [], results = [] }: PeerMessage,
  task: PeerTask,
  /** The ids of the messages of clients in the history that was shown with the task; none: no history. */
  heard: readonly string[],
): boolean {
  const isWaiting = task.state === 'input-required' || task.state === 'auth-required';
  if (taskId === undefined || !isWaiting) return false;
  const wanted = [...task.approvals, ...task.toolCalls].map(({ id }) => id);
  if ([...approvals, ...results].some(({ callId }) => wanted.includes(callId))) return true;
  return message !== undefined && heard.length > 0 && !heard.includes(messageId);
}
