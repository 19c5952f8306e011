import type { TaskNotification } from '../message/task-notification.ts';
import { APPLY_CALL_EVENT_BY_TYPE } from './apply-call.ts';
import { append, isChain } from '../data/chain.ts';
import type { ContextSelection } from '../message/context-selection.ts';
import { updateCrashCounts } from '../task/crashes.ts';
import { applyDispatchReport } from '../task/dispatch.ts';
import {
  appendArtifacts,
  moveQueuedMessagesToTranscript,
  NO_ITEMS,
  type Draft,
} from './task-draft.ts';
import { CoreError } from '../error.ts';
import type { NumberedEvent, TaskEvent, TaskSubmitted, ToolLocation } from '../events/event.ts';
import type { Failure, TaskState } from '../task/task-state.ts';
import { historyToChain } from '../message/task-history.ts';
import { listAcceptedOmissions, omittedToolToOmission } from '../request/refusal.ts';
import type { CallJudgment } from '../task/call-judgment.ts';
import type { OutputMismatch } from '../task/output-mismatch.ts';
import { expectsUserReply, type ToolCall } from '../message/message.ts';
import {
  isAwaitingInput,
  isAwaitingTask,
  isWaitingOnlyForTasks,
  isWaitingForModel,
  type CallState,
  type Entry,
  type Task,
} from '../task/task.ts';
import { addUsage, NO_USAGE } from '../message/usage.ts';

/** Applies an event to a task. Throws if generations are skipped: the log and the task then disagree. */
export function apply(task: Task | undefined, event: NumberedEvent): Task {
  const { generation } = event;
  if (task === undefined && generation !== 1) throw createWrongFirstEventError(event);
  if (task !== undefined && generation !== task.generation + 1) {
    throw new CoreError(
      'generation-gap',
      `event ${generation} of task ${task.id} cannot follow event ${task.generation}`,
    );
  }
  return applyNext(task, event, event.at);
}

/** Applies the next event of a log to a task. `at` is in milliseconds since the epoch. */
export function applyNext(task: Task | undefined, event: TaskEvent, at: number): Task {
  if (task === undefined) {
    if (event.type !== 'task.submitted') throw createWrongFirstEventError(event);
    return createTaskFromFirstEvent(event, at);
  }
  if (task.end) {
    throw new CoreError(
      'task-ended',
      `task ${task.id} has ended and accepts no event ${event.type}`,
    );
  }
  const next: Draft = { ...task };
  const applyToDraft = APPLY_BY_TYPE[event.type] as ApplyEvent<TaskEvent['type']>;
  applyToDraft(next, event, at);
  if (task.crashes || event.type === 'task.resumed') next.crashes = updateCrashCounts(task, event);
  next.generation += 1;
  next.updatedAt = at;
  if (wasWorkingUntilEvent(task, event)) next.workingMs += Math.max(0, at - task.updatedAt);
  next.state = computeState(next);
  return next;
}

function createWrongFirstEventError({ type }: TaskEvent): CoreError {
  return new CoreError(
    'log-without-start',
    `the log of a task must start with task.submitted, not ${type}`,
  );
}

function wasWorkingUntilEvent(task: Task, event: TaskEvent): boolean {
  if (task.state !== 'working' || task.isHeld === true || event.type === 'task.resumed') {
    return false;
  }
  if (isWaitingForModel(task)) return false;
  return task.calls.length === 0 || !isWaitingOnlyForTasks(task);
}

/** Computes the task from the events of its log, oldest first. */
export function foldTask(events: Iterable<NumberedEvent>): Task | undefined {
  let task: Task | undefined;
  for (const event of events) task = apply(task, event);
  return task;
}

type EventOf<Type extends TaskEvent['type']> = Extract<TaskEvent, { readonly type: Type }>;

/** The task has every field, because V8 copies objects of one shape several times as fast. */
function createTaskFromFirstEvent(event: TaskSubmitted, at: number): Required<Task> {
  return {
    id: event.taskId,
    contextId: event.contextId,
    origin: withHistoryChain(event),
    state: 'submitted',
    generation: 1,
    createdAt: at,
    updatedAt: at,
    workingMs: 0,
    systemPrompt: event.loadPrompt ? undefined : null,
    entries: undefined,
    inbox: NO_ITEMS,
    calls: NO_ITEMS,
    model: 'idle',
    attempt: 0,
    modelWait: undefined,
    omitted: event.omittedTools?.map(omittedToolToOmission),
    refusal: undefined,
    dispatch: undefined,
    steps: 0,
    turnSteps: 0,
    toolCalls: 0,
    corrections: undefined,
    selects: undefined,
    selection: undefined,
    offered: undefined,
    artifacts: undefined,
    permitted: undefined,
    consents: undefined,
    usage: NO_USAGE,
    costUsd: 0,
    delegated: undefined,
    cancelRequested: false,
    crashes: undefined,
    isHeld: undefined,
    heldUntil: undefined,
    parked: undefined,
    limitReached: undefined,
    failure: undefined,
    end: undefined,
  };
}

/** Returns the first event with its history as a chain, which later states of the task share. */
function withHistoryChain(event: TaskSubmitted): TaskSubmitted {
  const { history } = event;
  return history.length === 0 || isChain(history)
    ? event
    : { ...event, history: historyToChain(history) ?? NO_ITEMS };
}

/** Applies an event of one type to a draft. */
type ApplyEvent<Type extends TaskEvent['type']> = (
  task: Draft,
  event: EventOf<Type>,
  at: number,
) => void;

/**
 * How each event changes a task. Fast code: a table, because V8 compiles a `switch` together with
 * everything it calls, which took 3 % of the time of a process's first episodes.
 */
const APPLY_BY_TYPE: { readonly [Type in TaskEvent['type']]: ApplyEvent<Type> } = {
  ...APPLY_CALL_EVENT_BY_TYPE,
  'task.submitted': (task) => {
    throw new CoreError(
      'started-twice',
      `the log of task ${task.id} contains task.submitted a second time`,
    );
  },
  'message.received': addMessageToInbox,
  'prompt.loaded': (task, { content, selects }) => {
    task.systemPrompt = content;
    if (selects) task.selects = true;
  },
  'prompt.failed': (task, { error }) => {
    task.systemPrompt = null;
    task.failure = error;
  },
  'context.selected': (task, event) => {
    task.selection = toContextSelection(event);
    // The new context was selected from other texts, so earlier omissions no longer apply.
    if (task.omitted) task.omitted = task.omitted.filter(({ kind }) => kind !== 'context');
  },
  'model.started': (task, { attempt }) => {
    task.model = 'running';
    task.attempt = attempt;
  },
  'model.replied': applyReply,
  'model.failed': applyModelFailure,
  'model.refused': applyRefusal,
  'model.lost': (task) => {
    task.model = 'idle';
    // The cost of a lost model call is unknown.
    task.costUsd = null;
  },
  'task.resumed': resumeTask,
  'task.parked': parkTask,
  'dispatch.reported': (task, event) => {
    Object.assign(task, applyDispatchReport(task, event));
  },
  'cancel.requested': (task) => {
    task.cancelRequested = true;
  },
  'limit.reached': (task, { limit }) => {
    task.limitReached = limit;
  },
  'task.finished': (task, { state, reason, error }) => {
    task.end = { state, reason, ...(error && { error }) };
  },
};

function applyModelFailure(
  task: Draft,
  { error, retryAt: until }: EventOf<'model.failed'>,
  at: number,
): void {
  task.model = 'idle';
  if (until === undefined) {
    task.failure = error;
    if (task.dispatch) task.dispatch = undefined;
    return;
  }
  task.modelWait = { until, since: task.modelWait?.since ?? at, error };
  moveQueuedMessagesToTranscript(task, at);
}

function applyRefusal(task: Draft, event: EventOf<'model.refused'>, at: number): void {
  const { error, without, guess, summarized, probed } = event;
  const { refusal } = task;
  task.model = 'idle';
  task.refusal = {
    count: (refusal?.count ?? 0) + 1 + (probed?.requests ?? 0),
    error: refusal?.error ?? error,
    known: guess === undefined ? without : (refusal?.known ?? NO_ITEMS),
    guesses: guess ?? refusal?.guesses ?? 0,
    without,
    accepted: probed?.accepted,
  };
  if (summarized) {
    const { usage, cost_usd: cost } = summarized;
    if (usage) task.usage = addUsage(task.usage, usage);
    task.costUsd = task.costUsd === null || cost === undefined ? null : task.costUsd + cost;
  }
  moveQueuedMessagesToTranscript(task, at);
}

function resumeTask(
  task: Draft,
  { isHeld = false, notBefore, error }: EventOf<'task.resumed'>,
): void {
  task.isHeld = isHeld;
  if (notBefore !== undefined || task.heldUntil !== undefined) task.heldUntil = notBefore;
  unparkTask(task);
  if (error) task.failure = error;
}

function parkTask(task: Draft, { question }: EventOf<'task.parked'>, at: number): void {
  task.parked = { question, at };
  if (!task.dispatch) return;
  // The time that a person takes to decide does not count towards the retry limit.
  task.modelWait = undefined;
  if (task.dispatch.state === 'sending') task.dispatch = { ...task.dispatch, state: 'unknown' };
}

function unparkTask(task: Draft): void {
  if (!task.parked) return;
  task.parked = undefined;
  task.state = 'working';
}

function addMessageToInbox(task: Draft, event: EventOf<'message.received'>, at: number): void {
  const { message, messageId, metadata, arrival } = event;
  const more = { ...(metadata && { metadata }), ...(arrival && { arrival }) };
  const entry: Entry = { message, messageId, at, ...more };
  task.inbox = [...task.inbox, entry];
  if (arrival) recordDelegatedSpending(task, arrival);
  else unparkTask(task);
  moveQueuedMessagesToTranscript(task, at);
}

function recordDelegatedSpending(task: Draft, { task_id: id, spent }: TaskNotification): void {
  if (spent) task.delegated = { ...task.delegated, [id]: spent };
}

function toContextSelection(event: EventOf<'context.selected'>): ContextSelection {
  const { items, tools, ranker, omitted, note } = event;
  return {
    items,
    ...(tools && { tools }),
    ...(ranker !== undefined && { ranker }),
    ...(omitted && { omitted }),
    ...(note !== undefined && { note }),
  };
}

function applyReply(task: Draft, event: EventOf<'model.replied'>, at: number): void {
  const { message, step, mismatch } = event;
  const { usage, cost_usd, tool_calls = [], artifacts } = message;
  const entry = { message, messageId: `${task.id}:${step}`, at };
  task.entries = append(task.entries, mismatch ? { ...entry, mismatch } : entry);
  task.calls = planCalls(task, tool_calls, event);
  task.model = tool_calls.length > 0 ? 'idle' : expectsUserReply(message) ? 'asking' : 'answered';
  task.attempt = 0;
  if (task.modelWait) task.modelWait = undefined;
  if (task.dispatch) task.dispatch = undefined;
  if (task.refusal) {
    task.omitted = listAcceptedOmissions({ omitted: task.omitted, refusal: task.refusal });
    task.refusal = undefined;
  }
  task.steps += 1;
  task.turnSteps += 1;
  task.toolCalls += tool_calls.length;
  if (usage) task.usage = addUsage(task.usage, usage);
  task.costUsd = task.costUsd === null || cost_usd === undefined ? null : task.costUsd + cost_usd;
  if (artifacts) appendArtifacts(task, artifacts);
  if (mismatch) applyOutputMismatch(task, mismatch);
  moveQueuedMessagesToTranscript(task, at);
}

/** Records a reply that does not match the output schema: the model is called again, or the task fails. */
function applyOutputMismatch(task: Draft, { error }: OutputMismatch): void {
  task.model = 'idle';
  task.corrections = (task.corrections ?? 0) + 1;
  if (error) task.failure = error;
}

function planCalls(
  task: Task,
  calls: readonly ToolCall[],
  event: EventOf<'model.replied'>,
): readonly CallState[] {
  if (calls.length === 0) return NO_ITEMS;
  const planned: CallState[] = [];
  for (const call of calls) planned.push(planCall(task, call, event));
  return planned;
}

function planCall(
  task: Task,
  call: ToolCall,
  event: EventOf<'model.replied'>,
): Required<CallState> {
  const { refused = [], judged = [] } = event;
  const verdict = judged.find(({ callId }) => callId === call.id);
  const refusal =
    refused.find(({ callId }) => callId === call.id)?.error ??
    (verdict && getJudgmentRefusal(verdict));
  // A refused call is answered by the server, because it must not wait for the client.
  return {
    call,
    site: refusal ? 'server' : getToolSite(task, call),
    status: 'planned',
    attempt: 0,
    replay: undefined,
    refusal,
    approval: undefined,
    judged: verdict,
    askedAgain: undefined,
    arguments: verdict?.arguments,
    question: undefined,
    answers: undefined,
    awaits: undefined,
    awaited: undefined,
    dispatch: undefined,
    content: undefined,
    attachments: undefined,
    resultMessageId: undefined,
  };
}

function getJudgmentRefusal({
  verdict,
  reason = 'the rules do not allow the call',
}: CallJudgment): Failure | undefined {
  return verdict === 'deny' ? { code: 'denied', message: reason } : undefined;
}

function getToolSite(task: Task, call: ToolCall): ToolLocation {
  const { toolSite, clientTools } = task.origin;
  const isClients = clientTools.some((tool) => tool.function.name === call.function.name);
  return isClients ? 'client' : toolSite;
}

function computeState(task: Task): TaskState {
  if (task.end) return task.end.state;
  if (task.cancelRequested) return 'working';
  if (task.parked || isWaitingForInput(task)) return 'input-required';
  const begun =
    task.model !== 'idle' || task.steps > 0 || task.failure !== undefined || task.modelWait;
  return begun ? 'working' : task.state;
}

/** The task asks for input even if another call waits for a task, which may take days. */
function isWaitingForInput({ calls, model }: Task): boolean {
  let isOpen = false;
  let asks = false;
  for (const call of calls) {
    if (call.status === 'done') continue;
    isOpen = true;
    if (isAwaitingInput(call)) asks = true;
    else if (!isAwaitingTask(call)) return false;
  }
  return isOpen ? asks : model === 'asking';
}
