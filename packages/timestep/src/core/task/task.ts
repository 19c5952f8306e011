import type { TaskNotification } from '../message/task-notification.ts';
import type { AwaitedTask, TaskWait } from './awaited-task.ts';
import type { Spending } from './budget.ts';
import { isChain, toArray, type Chain } from '../data/chain.ts';
import type { TaskSubmitted } from '../events/event.ts';
import type { EndReason, Failure, FinalState, TaskState } from './task-state.ts';
import { buildContextMessage, type ContextSelection } from '../message/context-selection.ts';
import type { Dispatch } from './dispatch.ts';
import type { CallJudgment } from './call-judgment.ts';
import type { Consent } from './consent.ts';
import type { Limits } from './limits.ts';
import type { ModelWait } from './model-retry.ts';
import { omitFromEntries, type Omission } from '../request/omission.ts';
import { listOmissions, type RefusedRequests } from '../request/refusal.ts';
import { findContextLimit, shortenSelection } from '../request/shorten-selection.ts';
import { historyToMessages } from '../message/task-history.ts';
import type { JsonObject, JsonValue } from '../data/json.ts';
import type {
  Artifact,
  ContentPart,
  Message,
  Replay,
  ToolCall,
  Usage,
  UserMessage,
} from '../message/message.ts';
import { withCorrectionRequest, type OutputMismatch } from './output-mismatch.ts';
import { messageToAnswer, type Question, type QuestionAnswer } from '../message/question.ts';

/**
 * Version of the rules by which events are applied, stored with each task so that old logs stay
 * readable. Since 2, selected context stands after the user's message instead of before it. Since
 * 3, an approval of later calls holds for one definition of the tool.
 */
export const CORE_VERSION = 3;

/** One message of the transcript, and which event added it. */
export interface Entry {
  readonly message: Message;
  readonly messageId: string;
  readonly at: number;
  readonly metadata?: JsonObject;
  readonly arrival?: TaskNotification;
  /** The user's answers to a tool's questions during this call, oldest first. */
  readonly answered?: readonly AnswerEntry[];
  readonly mismatch?: OutputMismatch;
}

/** A user's message that answers a question of a tool. */
export interface AnswerEntry extends Entry {
  readonly question: Question;
}

/** A tool call of the newest assistant message, and its progress. */
export interface CallState {
  readonly call: ToolCall;
  readonly site: 'client' | 'server';
  readonly status: 'planned' | 'running' | 'done';
  readonly attempt: number;
  readonly replay?: Replay | undefined;
  readonly refusal?: Failure | undefined;
  /** Approval of the call. Undefined if it needs none. A denied call has the status `done`. */
  readonly approval?: 'requested' | 'approved' | undefined;
  readonly judged?: CallJudgment | undefined;
  /** Number of times that a person was asked again because the tool had changed. */
  readonly askedAgain?: number | undefined;
  /** JSON text of the arguments to use instead of the model's arguments. */
  readonly arguments?: string | undefined;
  readonly question?: Question | undefined;
  readonly answers?: readonly AnswerEntry[] | undefined;
  readonly awaits?: TaskWait | undefined;
  readonly awaited?: readonly AwaitedTask[] | undefined;
  /** Delivery state of the call's message to a remote agent. */
  readonly dispatch?: Dispatch | undefined;
  readonly content?: string | undefined;
  readonly attachments?: readonly ContentPart[] | undefined;
  readonly resultMessageId?: string | undefined;
}

/** Final state of a task. */
export interface TaskEnd {
  readonly state: FinalState;
  readonly reason: EndReason;
  readonly error?: Failure;
}

/** Number of consecutive crashes of the process during one kind of work for a task. */
export interface CrashCount {
  /** `model`, `tool <name>`, or `preparation`: loading prompt and tools for the next call. */
  readonly during: string;
  readonly count: number;
  /** Number of consecutive crashes that, by evidence, this work caused. */
  readonly blamed?: number;
}

/** Why a task waits for a user after it ended its process repeatedly. */
export interface Parking {
  readonly question: Question;
  /** Time in milliseconds since the epoch. */
  readonly at: number;
}

/** The state of a task, computed from its events. Immutable: each event creates a new object. */
export interface Task {
  readonly id: string;
  readonly contextId: string;
  readonly origin: TaskSubmitted;
  readonly state: TaskState;
  readonly generation: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Working time in milliseconds. Waiting and pauses before a retry do not count. */
  readonly workingMs: number;
  /** System prompt: `undefined` until the MCP environment was asked for it, `null` if it has none. */
  readonly systemPrompt: string | null | undefined;
  /** Transcript entries that the task itself added after the history. */
  readonly entries: Chain<Entry> | undefined;
  /** Messages accepted while the task is busy. They join the transcript between two steps. */
  readonly inbox: readonly Entry[];
  readonly calls: readonly CallState[];
  readonly model: 'idle' | 'running' | 'answered' | 'asking';
  readonly attempt: number;
  /** Consecutive failures of the model, after which the call will be retried. Undefined after a reply. */
  readonly modelWait?: ModelWait | undefined;
  /**
   * Parts that requests omit because the provider refused them or they did not fit, oldest first.
   */
  readonly omitted?: readonly Omission[] | undefined;
  /** The refused requests of the running step. Undefined after a reply. */
  readonly refusal?: RefusedRequests | undefined;
  /** Delivery state of the running step's message to a remote agent. Undefined after a reply. */
  readonly dispatch?: Dispatch | undefined;
  readonly steps: number;
  /** Number of model calls since the newest user message, limited by `max_steps`. */
  readonly turnSteps: number;
  readonly toolCalls: number;
  /** Number of replies since the newest message that did not match the output schema. */
  readonly corrections?: number | undefined;
  readonly selects?: boolean | undefined;
  readonly selection?: ContextSelection | null | undefined;
  readonly offered?: readonly string[] | undefined;
  readonly artifacts?: Chain<Artifact> | undefined;
  /** Names of tools that a person approved, in logs before version 3. */
  readonly permitted?: readonly string[] | undefined;
  readonly consents?: readonly Consent[] | undefined;
  readonly usage: Usage;
  /** Cost in US dollars so far. `null` after any reply without a known price. */
  readonly costUsd: number | null;
  /** Last reported spending of the tasks that this task waited for, keyed by task id. */
  readonly delegated?: Readonly<Record<string, Spending>> | undefined;
  readonly cancelRequested: boolean;
  readonly crashes?: readonly CrashCount[] | undefined;
  /** Whether the task waits to be retried after a crash. */
  readonly isHeld?: boolean | undefined;
  /** Time at which a task that pauses after a crash is retried, in milliseconds since the epoch. */
  readonly heldUntil?: number | undefined;
  readonly parked?: Parking | undefined;
  readonly limitReached: keyof Limits | undefined;
  readonly failure: Failure | undefined;
  readonly end: TaskEnd | undefined;
}

/** Builds the messages that a model receives: the system prompt, then the transcript in order. */
export function buildTranscript(task: Task): Message[] {
  const { systemPrompt, selection, origin } = task;
  const messages =
    task.corrections === undefined && task.omitted === undefined && task.refusal === undefined
      ? listMessagesNewestFirst(task)
      : listEntriesShownToModel(task).flatMap(withCorrectionRequest).toReversed();
  const said = messages.length;
  // Instructions for the model: the agent's own prompt, then those of the task's caller.
  if (origin.instructions !== undefined) {
    messages.push({ role: 'system', content: origin.instructions });
  }
  if (typeof systemPrompt === 'string') messages.push({ role: 'system', content: systemPrompt });
  messages.reverse();
  const chosen = selection && buildShownContext(task, selection);
  if (chosen) {
    const newest = findNewestUserMessageIndex(task, messages);
    const isAfter = origin.coreVersion >= 2;
    const place = Math.max(messages.length - said, isAfter ? newest + 1 : newest);
    messages.splice(place, 0, isAfter ? { ...chosen, is_context: true } : chosen);
  }
  return messages;
}

function buildShownContext(task: Task, selection: ContextSelection): UserMessage | undefined {
  const limit = findContextLimit(listOmissions(task) ?? NO_OMISSIONS);
  const shown = limit === undefined ? selection : shortenSelection(selection, limit);
  return buildContextMessage(shown);
}

const NO_OMISSIONS: readonly Omission[] = [];

/** Lists the history and the task's own messages, without replies that do not match the output schema. */
export function listMessages(task: Task): Message[] {
  if (task.corrections !== undefined) {
    const own = toArray(task.entries).filter(({ mismatch }) => !mismatch);
    return [...historyToMessages(task.origin.history), ...own.map(({ message }) => message)];
  }
  const messages = listMessagesNewestFirst(task);
  messages.reverse();
  return messages;
}

/** Lists all messages of history and entries. Omissions refer to positions in this list. */
export function listHistoryAndEntryMessages({ origin, entries }: Task): Message[] {
  return [...historyToMessages(origin.history), ...toArray(entries).map(({ message }) => message)];
}

/** Returns the index of the user's newest message, ignoring requests to correct a reply. */
function findNewestUserMessageIndex(
  { corrections, entries }: Task,
  messages: readonly Message[],
): number {
  let end = messages.length - 1;
  if (corrections !== undefined) {
    for (let link = entries; link && link.last.message.role !== 'user'; link = link.before) {
      end -= link.last.mismatch ? 2 : 1;
    }
  }
  for (; end >= 0; end -= 1) if (messages[end]?.role === 'user') return end;
  return -1;
}

/** Lists history and entries as the model sees them, with notes in place of omitted parts. */
export function listEntriesShownToModel(task: Task): readonly ShownEntry[] {
  const { origin, entries } = task;
  const all: ShownEntry[] = historyToMessages(origin.history).map((message) => ({ message }));
  for (const entry of toArray(entries)) all.push(entry);
  const omissions = listOmissions(task);
  return omissions ? omitFromEntries(all, omissions) : all;
}

type ShownEntry = Pick<Entry, 'message' | 'mismatch'>;

function listMessagesNewestFirst({ origin, entries }: Task): Message[] {
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

/** Counts the messages of the transcript. */
export function countMessages({ origin, entries }: Task): number {
  return origin.history.length + (entries?.length ?? 0);
}

/** Returns whether the task waits for input from a client. */
export function isInputRequired(task: Task): boolean {
  return task.state === 'input-required';
}

/** Returns whether the task has ended. */
export function hasTaskEnded(task: Task): boolean {
  return task.end !== undefined;
}

/** Returns whether the task has ended or waits for input from a client. */
export function isSettled(task: Task): boolean {
  return hasTaskEnded(task) || isInputRequired(task);
}

/** Returns whether the task waits before it retries a failed model call. */
export function isWaitingForModel({ modelWait, model }: Task): boolean {
  return modelWait !== undefined && model === 'idle';
}

/** Lists the calls that the client executes, and whose results it must send. */
export function listCallsAwaitingClient(task: Task): readonly CallState[] {
  return task.calls.filter((call) => call.site === 'client' && call.status !== 'done');
}

/** Lists the calls that need a person's approval. */
export function listCallsAwaitingApproval(task: Task): readonly CallState[] {
  return task.calls.filter(isAwaitingApproval);
}

function isAwaitingApproval({ approval, status }: CallState): boolean {
  return approval === 'requested' && status === 'planned';
}

/** Lists the calls whose tools have asked the user a question, in call order. */
export function listCallsAwaitingAnswer(task: Task): readonly CallState[] {
  return task.calls.filter(isAwaitingAnswer);
}

function isAwaitingAnswer({ question, status }: CallState): boolean {
  return question !== undefined && status === 'planned';
}

/** Returns whether a call waits for a client or a user. */
export function isAwaitingInput(call: CallState): boolean {
  return call.site === 'client' || isAwaitingApproval(call) || isAwaitingAnswer(call);
}

/** Lists the calls whose tools wait for another task, in call order. */
export function listCallsAwaitingTask(task: Task): readonly CallState[] {
  return task.calls.filter(isAwaitingTask);
}

/** Returns whether a call waits for another task. */
export function isAwaitingTask({ awaits, status }: CallState): boolean {
  return awaits !== undefined && status === 'planned';
}

/** Returns whether a call waits for another task, and nothing else of this task can run without input. */
export function isWaitingOnlyForTasks(task: Task): boolean {
  if (!task.calls.some(isAwaitingTask) || task.model === 'running') return false;
  if (task.end || task.cancelRequested || task.limitReached || task.failure) return false;
  if (task.isHeld || task.parked) return false;
  return task.calls.every(
    (call) => call.status === 'done' || isAwaitingTask(call) || isAwaitingInput(call),
  );
}

/** Returns the call with the arguments to use, which rules or a person may have replaced. */
export function getEffectiveCall({
  call,
  arguments: changed,
}: Pick<CallState, 'call' | 'arguments'>): ToolCall {
  if (changed === undefined) return call;
  return { ...call, function: { ...call.function, arguments: changed } };
}

/**
 * Lists the artifacts, oldest first. If an id occurs repeatedly, only the newest artifact counts.
 */
export function listArtifacts(task: Task): Artifact[] {
  if (!task.artifacts) return [];
  const newest = new Map<string, Artifact>();
  for (const artifact of toArray(task.artifacts)) {
    newest.delete(artifact.artifact_id);
    newest.set(artifact.artifact_id, artifact);
  }
  return [...newest.values()];
}

/** Lists the user's answers to a call's questions, as the tool receives them. */
export function listCallAnswers({ answers = [] }: CallState): QuestionAnswer[] {
  return answers.flatMap(({ message, question }) =>
    message.role === 'user' ? [messageToAnswer(message, question)] : [],
  );
}

/** Returns the idempotency key of a call. The key changes after each answer, awaited task and new question. */
export function getCallKey(
  task: Task,
  { call, answers = [], awaited = [], askedAgain = 0 }: CallState,
): string {
  const key = `${task.id}:${task.steps}:${call.id}`;
  const rounds = answers.length + awaited.length + askedAgain;
  return rounds === 0 ? key : `${key}:${rounds}`;
}

/** Returns the answer of a completed task as data. Undefined if its format has no data. */
export function getFinalOutput(task: Task): JsonValue | undefined {
  const last = task.entries?.last.message;
  return task.end?.state === 'completed' && last?.role === 'assistant' ? last.output : undefined;
}

/** Returns the answer of a completed task: its last assistant text. */
export function getFinalAnswer(task: Task): string | undefined {
  const last = task.entries?.last.message;
  return task.end?.state === 'completed' && last?.role === 'assistant'
    ? (last.content ?? '')
    : undefined;
}
