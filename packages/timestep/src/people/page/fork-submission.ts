import {
  appendMessages,
  historyToMessages,
  listMessages,
  listValidEntries,
  omitUndefined,
  type Entry,
  type History,
  type Message,
  type StartOptions,
  type Submission,
  type Task,
  type TurnSettings,
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

/** What a new task changes of the run that it repeats. */
export interface ForkEdits extends Pick<TaskFork, 'text' | 'model'> {
  /** Id of a tool call, and the result that the model reads in place of its own. */
  readonly result?: { readonly callId: string; readonly content: string };
}

/** Builds a task with the same message and the same earlier messages, in a conversation of its own. */
export function createRepeatSubmission(
  task: Task,
  messageId: string,
  { text, model }: ForkEdits = {},
): ForkResult {
  const { history, message } = getTaskInput(task);
  if (text === undefined) return createSubmission(task, { messageId, history, message, model });
  if (message) {
    return createSubmission(task, {
      messageId,
      history,
      message: replaceText(message, text),
      model,
    });
  }
  const edited = replaceNewestUserText(historyToMessages(history), text);
  return edited ? createSubmission(task, { messageId, history: edited, model }) : refuseNoMessage();
}

/**
 * Builds a task that asks the model of a step again, in a conversation of its own. `called` is the
 * state of the task in which the model was called.
 */
export function createModelRetrySubmission(
  task: Task,
  messageId: string,
  called: Task | undefined,
  { text, model, result }: ForkEdits = {},
): ForkResult {
  if (!called)
    return refuseFork(
      result
        ? 'cannot change this result, because no model call has read it: fork from an earlier step'
        : 'cannot start from this step, because no model was called before it: run the whole task again',
    );
  const { generation } = called;
  const read = listMessages(called);
  const said = text === undefined ? read : replaceNewestUserText(read, text);
  const history = said && result ? replaceResult(said, result) : said;
  if (!history) return refuseNoMessage();
  return createSubmission(task, { messageId, history, generation, model });
}

function refuseNoMessage(): ForkResult {
  return refuseFork('cannot change the message or the result, because this step has read no such');
}

/** Replaces the text of the newest message that the user wrote. Undefined if there is none. */
function replaceNewestUserText(messages: readonly Message[], text: string): Message[] | undefined {
  const at = messages.findLastIndex((message) => message.role === 'user' && !message.is_context);
  const said = messages[at];
  return said?.role === 'user' ? messages.with(at, replaceText(said, text)) : undefined;
}

/** Replaces the text of a message, and keeps its files. */
function replaceText(message: UserMessage, text: string): UserMessage {
  const { content } = message;
  const files = typeof content === 'string' ? [] : content.filter(({ type }) => type !== 'text');
  if (files.length === 0) return { ...message, content: text };
  return { ...message, content: [{ type: 'text', text }, ...files] };
}

function replaceResult(
  messages: readonly Message[],
  { callId, content }: NonNullable<ForkEdits['result']>,
): Message[] | undefined {
  const at = messages.findLastIndex(
    (message) => message.role === 'tool' && message.tool_call_id === callId,
  );
  // Pictures and files of the replaced result are dropped, because the text may contradict them.
  return at === -1 ? undefined : messages.with(at, { role: 'tool', tool_call_id: callId, content });
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
  readonly model?: string | undefined;
}

function createSubmission(task: Task, contents: ForkContents): ForkResult {
  const { agent, principal, clientTools, toolSite } = task.origin;
  const { instructions, limits, settings, turn, metadata } = task.origin;
  const { history, message, generation, model, ...ids } = contents;
  if (clientTools.length > 0 || (toolSite === 'client' && task.toolCalls > 0)) {
    return refuseFork(
      'cannot run the task again here, because a client runs its tools: send the message again from that client',
    );
  }
  const forkedFrom = omitUndefined({ taskId: task.id, generation });
  const chosen = model === undefined ? turn : { ...NO_CHOICES, ...turn, model };
  const kept = { instructions, toolSite, limits, settings, turn: chosen, metadata };
  const start: StartOptions = omitUndefined({ ...kept, history, forkedFrom });
  return {
    kind: 'submission',
    submission: { agent, principal, ...ids, ...(message && { message }), entry: 'page', start },
  };
}

const NO_CHOICES: TurnSettings = { include: [], exclude: [], permitted: [] };

function refuseFork(message: string): ForkResult {
  return { kind: 'refused', message };
}
