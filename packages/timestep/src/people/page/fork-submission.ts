import {
  appendMessages,
  listMessages,
  listValidEntries,
  omitUndefined,
  type Entry,
  type History,
  type StartOptions,
  type Submission,
  type Task,
  type UserMessage,
} from '#core';
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
  if (!task.end) return refuseFork('the task is still running: wait until it ends, or cancel it');
  const isRetry = from === undefined && text === undefined;
  const repeated = isRetry ? getTaskInput(task) : getTaskInputFromMessage(task, from);
  if (!repeated) return refuseFork('cannot run the task again: it has no such user message');
  const message =
    text === undefined ? repeated.message : ({ role: 'user', content: text } as const);
  return createSubmission(task, {
    messageId,
    ...(isRetry && { contextId: task.contextId }),
    history: repeated.history,
    message,
  });
}

/** Builds a task with the same message and the same earlier messages, in a conversation of its own. */
export function createRepeatSubmission(task: Task, messageId: string): ForkResult {
  return createSubmission(task, { messageId, ...getTaskInput(task) });
}

/**
 * Builds a task that asks the model of a step again, in a conversation of its own. `called` is the
 * state of the task in which the model was called.
 */
export function createModelRetrySubmission(
  task: Task,
  messageId: string,
  called: Task | undefined,
): ForkResult {
  if (!called)
    return refuseFork(
      'cannot start from this step, because no model was called before it: run the whole task again',
    );
  const { generation } = called;
  return createSubmission(task, { messageId, history: listMessages(called), generation });
}

interface Repeated {
  readonly history: History;
  readonly message?: UserMessage | undefined;
}

/**
 * Returns the history and the first message of a task. A task that was started by a fork may have
 * no message.
 */
function getTaskInput(task: Task): Repeated {
  const [first] = listValidAndQueuedEntries(task);
  return { history: task.origin.history, message: readUserMessage(first) };
}

function getTaskInputFromMessage(task: Task, from: string | undefined): Repeated | undefined {
  const own = listValidAndQueuedEntries(task);
  const at = own.findIndex(
    (entry) => entry.message.role === 'user' && (from === undefined || entry.messageId === from),
  );
  if (at === -1 && from !== undefined) return undefined;
  const before = own.slice(0, Math.max(0, at)).map((entry) => entry.message);
  const history = appendMessages(task.origin.history, before);
  return { history, message: readUserMessage(own[at]) };
}

function listValidAndQueuedEntries(task: Task): readonly Entry[] {
  return [...listValidEntries(task), ...task.inbox];
}

function readUserMessage(entry: Entry | undefined): UserMessage | undefined {
  return entry?.message.role === 'user' ? entry.message : undefined;
}

interface ForkContents extends Repeated, Pick<Submission, 'messageId' | 'contextId'> {
  readonly generation?: number;
}

function createSubmission(task: Task, contents: ForkContents): ForkResult {
  const { agent, principal, clientTools, toolSite } = task.origin;
  const { instructions, limits, settings, turn, metadata } = task.origin;
  const { history, message, generation, ...ids } = contents;
  if (clientTools.length > 0 || (toolSite === 'client' && task.toolCalls > 0)) {
    return refuseFork(
      'cannot run the task again here, because a client runs its tools: send the message again from that client',
    );
  }
  const forkedFrom = omitUndefined({ taskId: task.id, generation });
  const kept = { instructions, toolSite, limits, settings, turn, metadata };
  const start: StartOptions = omitUndefined({ ...kept, history, forkedFrom });
  return {
    kind: 'submission',
    submission: { agent, principal, ...ids, ...(message && { message }), entry: 'page', start },
  };
}

function refuseFork(message: string): ForkResult {
  return { kind: 'refused', message };
}
