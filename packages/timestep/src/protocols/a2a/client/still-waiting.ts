import type { RemoteMessage } from './remote-message.ts';
import type { RemoteTask } from './remote-task.ts';

/** Returns whether a waiting task lacks the message that was sent to it, as after a crash. */
export function isMessageMissingInTask(
  { messageId, taskId, message, approvals = [], results = [] }: RemoteMessage,
  task: RemoteTask,
  historyIds: readonly string[],
): boolean {
  const isWaiting = task.state === 'input-required' || task.state === 'auth-required';
  if (taskId === undefined || !isWaiting) return false;
  const wanted = [...task.approvals, ...task.toolCalls].map(({ id }) => id);
  if ([...approvals, ...results].some(({ callId }) => wanted.includes(callId))) return true;
  return message !== undefined && historyIds.length > 0 && !historyIds.includes(messageId);
}
