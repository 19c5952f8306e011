import type { Arrival } from './arrival.ts';
import type { AwaitedTask, TaskWait } from './awaited-task.ts';
import type { Spending } from './budget.ts';
import { isChain, toArray, type Chain } from './chain.ts';
import type { CrashCount } from './crashes.ts';
import type { EndReason, Failure, FinalState, TaskSubmitted } from './event.ts';
import { contextMessage, type ContextSelection } from './context-selection.ts';
import type { JudgedCall } from './judged-calls.ts';
import type { Limits } from './limits.ts';
import type { JsonObject } from './json.ts';
import type { Artifact, ContentPart, Message, Replay, ToolCall, Usage } from './message.ts';
import { answerIn, type Question, type QuestionAnswer } from './question.ts';

/** The version of the folding rules below; stored with each task so that old logs stay readable. */
export const CORE_VERSION = 1;

/** A2A's state names in their lower-case spelling. */
export type TaskState = 'submitted' | 'working' | 'input-required' | FinalState;

/** One message of the transcript and where it came from. */
export interface Entry {
  readonly message: Message;
  readonly messageId: string;
  readonly at: number;
  readonly metadata?: JsonObject;
  /** Present where the message comes from the task of another agent. */
  readonly arrival?: Arrival;
  /** The result of a call: what the user answered to the questions of its tool, oldest first. */
  readonly answered?: readonly AnswerEntry[];
}

/** A message that answers a question of a tool. */
export interface AnswerEntry extends Entry {
  readonly question: Question;
}

/** A tool call of the newest assistant message and how far it has come. */
export interface CallState {
  readonly call: ToolCall;
  readonly site: 'client' | 'server';
  readonly status: 'planned' | 'running' | 'done';
  readonly attempt: number;
  /** What to do when the running call is cut off. */
  readonly replay?: Replay | undefined;
  /** Why the call is refused; absent where it is made. */
  readonly refusal?: Failure | undefined;
  /** Absent where the call needed no approval. A denied call has the status `done`. */
  readonly approval?: 'requested' | 'approved' | undefined;
  /** What the rules say about the call. */
  readonly judged?: JudgedCall | undefined;
  /** JSON text that takes the place of the model's arguments. */
  readonly arguments?: string | undefined;
  /** What the tool wants to know before it returns; absent where it waits for no answer. */
  readonly question?: Question | undefined;
  /** The answers that the tool has received, oldest first. */
  readonly answers?: readonly AnswerEntry[] | undefined;
  /** The task that the tool waits for; absent where it waits for none. */
  readonly awaits?: TaskWait | undefined;
  /** What became of the tasks that the tool has waited for, oldest first. */
  readonly awaited?: readonly AwaitedTask[] | undefined;
  /** The tool message's content once done. */
  readonly content?: string | undefined;
  /** What belongs to the content once done, as images and files. */
  readonly attachments?: readonly ContentPart[] | undefined;
  /** The client message that brought the result, where a client ran the tool. */
  readonly resultMessageId?: string | undefined;
}

/** How a task ended. */
export interface TaskEnd {
  readonly state: FinalState;
  readonly reason: EndReason;
  readonly error?: Failure;
}

/** Everything known of a task: the fold of its events. Immutable; each event makes a new one. */
export interface Task {
  readonly id: string;
  readonly contextId: string;
  readonly origin: TaskSubmitted;
  readonly state: TaskState;
  readonly generation: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Milliseconds spent working; waiting for a client, a person, a task or a turn does not count. */
  readonly workingMs: number;
  /** `undefined` until the environment was asked; `null` when it has none. */
  readonly systemPrompt: string | null | undefined;
  /** What the task itself has added to the transcript, after the history that it continues. */
  readonly entries: Chain<Entry> | undefined;
  /** Messages accepted while busy; they join the transcript at the next gap between steps. */
  readonly inbox: readonly Entry[];
  readonly calls: readonly CallState[];
  readonly model: 'idle' | 'running' | 'answered' | 'asking';
  readonly attempt: number;
  readonly steps: number;
  /** Model calls since the newest user message; what `max_steps` bounds. */
  readonly turnSteps: number;
  readonly toolCalls: number;
  /** True where the environment chooses what the model is to know in answer to each message. */
  readonly selects?: boolean | undefined;
  /** What was chosen for the newest message of the user. */
  readonly selection?: ContextSelection | null | undefined;
  /** Tools that results of tools have offered to the model, by name. */
  readonly offered?: readonly string[] | undefined;
  /** What tools and the agent gave to the user. */
  readonly artifacts?: Chain<Artifact> | undefined;
  /** Tools that need no further decision of a person in this task. */
  readonly permitted?: readonly string[] | undefined;
  readonly usage: Usage;
  /** US dollars so far; `null` once any reply came without a known price. */
  readonly costUsd: number | null;
  /** What tasks that it waited for have used, by their ids, as it last heard. */
  readonly delegated?: Readonly<Record<string, Spending>> | undefined;
  readonly cancelRequested: boolean;
  /**
   * The work during which processes were lost, with how many times in a row; absent where none was.
   */
  readonly crashes?: readonly CrashCount[] | undefined;
  /** True while the task waits for its turn to be tried again after a crash. */
  readonly isHeld?: boolean | undefined;
  readonly limitReached: keyof Limits | undefined;
  readonly failure: Failure | undefined;
  readonly end: TaskEnd | undefined;
}

/** The messages that a model receives: system prompt first, then the transcript in order. */
export function transcriptOf(task: Task): Message[] {
  const { systemPrompt, selection, origin } = task;
  const messages = newestFirst(task);
  const said = messages.length;
  // What the agent is instructed to do: by its own prompt, then by the caller of the task.
  if (origin.instructions !== undefined) {
    messages.push({ role: 'system', content: origin.instructions });
  }
  if (typeof systemPrompt === 'string') messages.push({ role: 'system', content: systemPrompt });
  messages.reverse();
  const chosen = selection && contextMessage(selection);
  if (chosen) {
    const newest = messages.findLastIndex(({ role }) => role === 'user');
    messages.splice(Math.max(messages.length - said, newest), 0, chosen);
  }
  return messages;
}

/** The messages of the transcript in order: those that the task continues, and its own. */
export function allMessagesOf(task: Task): Message[] {
  const messages = newestFirst(task);
  messages.reverse();
  return messages;
}

/** All messages, newest first, which is the order in which a chain is read. */
function newestFirst({ origin, entries }: Task): Message[] {
  const messages: Message[] = [];
  for (let link = entries; link; link = link.before) messages.push(link.last.message);
  const { history } = origin;
  if (isChain(history)) {
    for (let link: Chain<Message> | undefined = history; link; link = link.before) {
      messages.push(link.last);
    }
  } else {
    for (const message of history.toReversed()) messages.push(message);
  }
  return messages;
}

/** How many messages the transcript has. */
export function messageCountOf({ origin, entries }: Task): number {
  return origin.history.length + (entries?.length ?? 0);
}

/** True when the task does nothing until a client sends something. */
export function isInterrupted(task: Task): boolean {
  return task.state === 'input-required';
}

/** True when the task has ended for good. */
export function isFinal(task: Task): boolean {
  return task.end !== undefined;
}

/** The calls whose results a client must send. */
export function callsAwaitingClient(task: Task): readonly CallState[] {
  return task.calls.filter((call) => call.site === 'client' && call.status !== 'done');
}

/** The calls a person is to decide about. */
export function callsAwaitingApproval(task: Task): readonly CallState[] {
  return task.calls.filter(isAwaitingApproval);
}

function isAwaitingApproval({ approval, status }: CallState): boolean {
  return approval === 'requested' && status === 'planned';
}

/** The calls whose tools wait for an answer of the user, in the order of the calls. */
export function callsAwaitingAnswer(task: Task): readonly CallState[] {
  return task.calls.filter(isAwaitingAnswer);
}

function isAwaitingAnswer({ question, status }: CallState): boolean {
  return question !== undefined && status === 'planned';
}

/** True for a call that waits for a client or a person. */
export function isAwaitingSomebody(call: CallState): boolean {
  return call.site === 'client' || isAwaitingApproval(call) || isAwaitingAnswer(call);
}

/** The calls whose tools wait for another task, in the order of the calls. */
export function callsAwaitingTask(task: Task): readonly CallState[] {
  return task.calls.filter(isAwaitingTask);
}

/** True for a call that waits for another task. */
export function isAwaitingTask({ awaits, status }: CallState): boolean {
  return awaits !== undefined && status === 'planned';
}

/**
 * True when at least one call waits for another task, and nothing else of the task can go on without a
 * client or a person. Such a task needs no process.
 */
export function isSuspended(task: Task): boolean {
  if (!task.calls.some(isAwaitingTask) || task.model === 'running') return false;
  if (task.end || task.cancelRequested || task.limitReached || task.failure || task.isHeld) {
    return false;
  }
  return task.calls.every(
    (call) => call.status === 'done' || isAwaitingTask(call) || isAwaitingSomebody(call),
  );
}

/** The call as it is made: with the arguments that rules or a person put in place of the model's. */
export function callToMake({
  call,
  arguments: changed,
}: Pick<CallState, 'call' | 'arguments'>): ToolCall {
  if (changed === undefined) return call;
  return { ...call, function: { ...call.function, arguments: changed } };
}

/** What was given to the user, oldest first; of several with one id only the newest. */
export function artifactsOf(task: Task): Artifact[] {
  if (!task.artifacts) return [];
  const newest = new Map<string, Artifact>();
  for (const artifact of toArray(task.artifacts)) {
    newest.delete(artifact.artifact_id);
    newest.set(artifact.artifact_id, artifact);
  }
  return [...newest.values()];
}

/** What the user answered to the questions of a call, as its tool receives it. */
export function answersTo({ answers = [] }: CallState): QuestionAnswer[] {
  return answers.flatMap(({ message, question }) =>
    message.role === 'user' ? [answerIn(message, question)] : [],
  );
}

/**
 * The key of a call of the newest reply: the same in every attempt, another after each answer and each
 * task that it has waited for.
 */
export function callKeyOf(task: Task, { call, answers = [], awaited = [] }: CallState): string {
  const key = `${task.id}:${task.steps}:${call.id}`;
  const rounds = answers.length + awaited.length;
  return rounds === 0 ? key : `${key}:${rounds}`;
}

/** The answer of a completed task: its last assistant text. */
export function answerOf(task: Task): string | undefined {
  const last = task.entries?.last.message;
  return task.end?.state === 'completed' && last?.role === 'assistant'
    ? (last.content ?? '')
    : undefined;
}
