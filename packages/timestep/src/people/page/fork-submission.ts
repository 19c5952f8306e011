import { appendMessages, listValidEntries, omitUndefined, type Submission, type Task } from '#core';
import type { TaskFork } from '#people/view';

/** The new task of a fork, or the reason why the task cannot be forked. */
export type ForkResult =
  | { readonly kind: 'submission'; readonly submission: Submission }
  | { readonly kind: 'refused'; readonly message: string };

/**
 * Builds a task that continues from just before a message of an ended task. If it repeats the first
 * message unchanged, it stays in the conversation; otherwise it starts a new one.
 */
export function createForkSubmission(task: Task, { messageId, from, text }: TaskFork): ForkResult {
  const { agent, principal, history, clientTools, toolSite } = task.origin;
  const { instructions, limits, settings, turn, metadata } = task.origin;
  const kept = { instructions, toolSite, limits, settings, turn, metadata };
  if (!task.end) return refuseFork('the task is still running: wait until it ends, or cancel it');
  if (clientTools.length > 0 || (toolSite === 'client' && task.toolCalls > 0)) {
    return refuseFork(
      'a client runs the tools of this task: send the message again from that client',
    );
  }
  const own = [...listValidEntries(task), ...task.inbox];
  const at = own.findIndex(
    (entry) => entry.message.role === 'user' && (from === undefined || entry.messageId === from),
  );
  const message = own[at]?.message;
  if (from !== undefined && message?.role !== 'user') {
    return refuseFork('user message not found in this task');
  }
  const before = own.slice(0, Math.max(0, at)).map((entry) => entry.message);
  const isRetry = from === undefined && text === undefined;
  const said = text === undefined ? message : ({ role: 'user', content: text } as const);
  return {
    kind: 'submission',
    submission: {
      agent,
      principal,
      messageId,
      ...(isRetry && { contextId: task.contextId }),
      ...(said?.role === 'user' && { message: said }),
      start: omitUndefined({ ...kept, history: appendMessages(history, before) }),
    },
  };
}

function refuseFork(message: string): ForkResult {
  return { kind: 'refused', message };
}
