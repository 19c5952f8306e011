import { withMessages, ownEntries, type Submission, type Task } from '../core/index.ts';
import type { TaskFork } from '../view/index.ts';

/** Why a task cannot be begun again, or what begins it. */
export type Again =
  | { readonly kind: 'submission'; readonly submission: Submission }
  | { readonly kind: 'refused'; readonly message: string };

/**
 * A new task of the same agent and principal that goes on from before one of a task's messages. From its first
 * message, as it was, the new task stays in the conversation; another message, or other words, begin a conversation
 * of their own.
 */
export function begunAgain(task: Task, { messageId, from, text }: TaskFork): Again {
  const { agent, principal, history, instructions, toolSite, clientTools } = task.origin;
  const { limits, settings, turn, metadata } = task.origin;
  if (!task.end) return refused('the task has not ended: wait for it, or cancel it');
  if (clientTools.length > 0 || (toolSite === 'client' && task.toolCalls > 0)) {
    return refused('a client runs tools of this task: it has to ask again itself');
  }
  const own = [...ownEntries(task), ...task.inbox];
  const at = own.findIndex(
    (entry) => entry.message.role === 'user' && (from === undefined || entry.messageId === from),
  );
  const message = own[at]?.message;
  if (from !== undefined && message?.role !== 'user') {
    return refused('the task has no such message of a person');
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
      start: {
        ...(instructions !== undefined && { instructions }),
        history: withMessages(history, before),
        toolSite,
        limits,
        ...(settings && { settings }),
        ...(turn && { turn }),
        ...(metadata && { metadata }),
      },
    },
  };
}

function refused(message: string): Again {
  return { kind: 'refused', message };
}
