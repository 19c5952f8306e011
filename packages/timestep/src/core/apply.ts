import type { Arrival } from './arrival.ts';
import { applyCallEvent } from './apply-call.ts';
import { append, isChain } from './chain.ts';
import type { ContextSelection } from './context-selection.ts';
import { crashesAfter } from './crashes.ts';
import { newCall, NOTHING, settle, type Draft } from './draft.ts';
import { CoreError } from './error.ts';
import type { Failure, NumberedEvent, TaskEvent, TaskSubmitted, ToolSite } from './event.ts';
import { give } from './gifts.ts';
import { chainOf } from './history.ts';
import type { JudgedCall } from './judged-calls.ts';
import { asksUser, type ToolCall } from './message.ts';
import {
  isAwaitingSomebody,
  isAwaitingTask,
  isSuspended,
  type CallState,
  type Entry,
  type Task,
  type TaskState,
} from './task.ts';
import { addUsage, NO_USAGE } from './usage.ts';

/**
 * Folds one event into a task. The first event of a log makes the task; later ones must follow
 * without a gap, because a gap means that the log and the task no longer agree.
 */
export function apply(task: Task | undefined, event: NumberedEvent): Task {
  const { generation } = event;
  if (task === undefined && generation !== 1) throw withoutStart(event);
  if (task !== undefined && generation !== task.generation + 1) {
    throw new CoreError(
      'generation-gap',
      `event ${generation} cannot follow generation ${task.generation} of task ${task.id}`,
    );
  }
  return applyNext(task, event, event.at);
}

/** Folds the next event of a log, which happened `at` that time, in milliseconds since the epoch. */
export function applyNext(task: Task | undefined, event: TaskEvent, at: number): Task {
  if (task === undefined) {
    if (event.type !== 'task.submitted') throw withoutStart(event);
    return created(event, at);
  }
  if (task.end) {
    throw new CoreError('task-ended', `task ${task.id} has ended and takes no ${event.type}`);
  }
  const next: Draft = { ...task };
  change(next, event, at);
  if (task.crashes || event.type === 'task.resumed') next.crashes = crashesAfter(task, event);
  next.generation += 1;
  next.updatedAt = at;
  if (isAtWork(task, event)) next.workingMs += Math.max(0, at - task.updatedAt);
  next.state = stateOf(next);
  return next;
}

function withoutStart({ type }: TaskEvent): CoreError {
  return new CoreError('log-without-start', `a log starts with task.submitted, not ${type}`);
}

/** Whether the time before an event counts as work. */
function isAtWork(task: Task, event: TaskEvent): boolean {
  if (task.state !== 'working' || task.isHeld === true || event.type === 'task.resumed') {
    return false;
  }
  return task.calls.length === 0 || !isSuspended(task);
}

/** Folds a whole log. */
export function fold(events: Iterable<NumberedEvent>): Task | undefined {
  let task: Task | undefined;
  for (const event of events) task = apply(task, event);
  return task;
}

type EventOf<Type extends TaskEvent['type']> = Extract<TaskEvent, { readonly type: Type }>;

function created(event: TaskSubmitted, at: number): Task {
  return {
    id: event.taskId,
    contextId: event.contextId,
    origin: withChain(event),
    state: 'submitted',
    generation: 1,
    createdAt: at,
    updatedAt: at,
    workingMs: 0,
    systemPrompt: event.loadPrompt ? undefined : null,
    entries: undefined,
    inbox: NOTHING,
    calls: NOTHING,
    model: 'idle',
    attempt: 0,
    steps: 0,
    turnSteps: 0,
    toolCalls: 0,
    selects: undefined,
    selection: undefined,
    offered: undefined,
    artifacts: undefined,
    permitted: undefined,
    usage: NO_USAGE,
    costUsd: 0,
    delegated: undefined,
    cancelRequested: false,
    crashes: undefined,
    isHeld: undefined,
    limitReached: undefined,
    failure: undefined,
    end: undefined,
  };
}

/** The first event, with a history that later tasks can share. */
function withChain(event: TaskSubmitted): TaskSubmitted {
  const { history } = event;
  return history.length === 0 || isChain(history)
    ? event
    : { ...event, history: chainOf(history) ?? NOTHING };
}

/** Writes what an event changes into a task. */
function change(task: Draft, event: TaskEvent, at: number): void {
  switch (event.type) {
    case 'task.submitted':
      throw new CoreError('started-twice', `task ${task.id} was submitted a second time`);
    case 'message.received':
      return receive(task, event, at);
    case 'results.received':
    case 'calls.declined':
    case 'tool.started':
    case 'tool.interrupted':
    case 'approval.requested':
    case 'approval.decided':
    case 'question.asked':
    case 'question.answered':
    case 'call.suspended':
    case 'call.resumed':
    case 'tool.returned':
    case 'tool.failed':
      return applyCallEvent(task, event, at);
    case 'prompt.loaded':
      task.systemPrompt = event.content;
      if (event.selects) task.selects = true;
      return;
    case 'prompt.failed':
      task.systemPrompt = null;
      task.failure = event.error;
      return;
    case 'context.selected':
      task.selection = selectionIn(event);
      return;
    case 'model.started':
      task.model = 'running';
      task.attempt = event.attempt;
      return;
    case 'model.replied':
      return reply(task, event, at);
    case 'model.failed':
      task.model = 'idle';
      task.failure = event.error;
      return;
    case 'task.resumed':
      task.isHeld = event.isHeld ?? false;
      if (event.error) task.failure = event.error;
      return;
    case 'model.lost':
      task.model = 'idle';
      // The cost of the lost attempt is not known.
      task.costUsd = null;
      return;
    case 'cancel.requested':
      task.cancelRequested = true;
      return;
    case 'limit.reached':
      task.limitReached = event.limit;
      return;
    case 'task.finished': {
      const { state, reason, error } = event;
      task.end = { state, reason, ...(error && { error }) };
    }
  }
}

function receive(task: Draft, event: EventOf<'message.received'>, at: number): void {
  const { message, messageId, metadata, arrival } = event;
  const more = { ...(metadata && { metadata }), ...(arrival && { arrival }) };
  const entry: Entry = { message, messageId, at, ...more };
  task.inbox = [...task.inbox, entry];
  if (arrival) countSpent(task, arrival);
  settle(task, at);
}

/** What the task of another agent has used counts once more is known of it. */
function countSpent(task: Draft, { task_id: id, spent }: Arrival): void {
  if (spent) task.delegated = { ...task.delegated, [id]: spent };
}

function selectionIn(event: EventOf<'context.selected'>): ContextSelection {
  const { items, tools, ranker, note } = event;
  return {
    items,
    ...(tools && { tools }),
    ...(ranker !== undefined && { ranker }),
    ...(note !== undefined && { note }),
  };
}

function reply(task: Draft, event: EventOf<'model.replied'>, at: number): void {
  const { message, step } = event;
  const { usage, cost_usd, tool_calls = [], artifacts } = message;
  task.entries = append(task.entries, { message, messageId: `${task.id}:${step}`, at });
  task.calls = plannedCalls(task, tool_calls, event);
  task.model = tool_calls.length > 0 ? 'idle' : asksUser(message) ? 'asking' : 'answered';
  task.attempt = 0;
  task.steps += 1;
  task.turnSteps += 1;
  task.toolCalls += tool_calls.length;
  if (usage) task.usage = addUsage(task.usage, usage);
  task.costUsd = task.costUsd === null || cost_usd === undefined ? null : task.costUsd + cost_usd;
  if (artifacts) give(task, artifacts);
  settle(task, at);
}

function plannedCalls(
  task: Task,
  calls: readonly ToolCall[],
  event: EventOf<'model.replied'>,
): readonly CallState[] {
  if (calls.length === 0) return NOTHING;
  const planned: CallState[] = [];
  for (const call of calls) planned.push(plannedCall(task, call, event));
  return planned;
}

function plannedCall(task: Task, call: ToolCall, event: EventOf<'model.replied'>): CallState {
  const { refused = [], judged = [] } = event;
  const verdict = judged.find(({ callId }) => callId === call.id);
  const refusal =
    refused.find(({ callId }) => callId === call.id)?.error ?? (verdict && refusalBy(verdict));
  // A refused call is never made, so it must not wait for the client.
  const planned = newCall(call, refusal ? 'server' : siteOf(task, call));
  planned.refusal = refusal;
  planned.judged = verdict;
  planned.arguments = verdict?.arguments;
  return planned;
}

function refusalBy({
  verdict,
  reason = 'the rules do not allow the call',
}: JudgedCall): Failure | undefined {
  return verdict === 'deny' ? { code: 'denied', message: reason } : undefined;
}

function siteOf(task: Task, call: ToolCall): ToolSite {
  const { toolSite, clientTools } = task.origin;
  const isClients = clientTools.some((tool) => tool.function.name === call.function.name);
  return isClients ? 'client' : toolSite;
}

function stateOf(task: Task): TaskState {
  if (task.end) return task.end.state;
  if (task.cancelRequested) return 'working';
  if (asksSomebody(task)) return 'input-required';
  const begun = task.model !== 'idle' || task.steps > 0 || task.failure !== undefined;
  return begun ? 'working' : task.state;
}

/** A person is asked also while another call waits for a task, which may take days. */
function asksSomebody({ calls, model }: Task): boolean {
  let isOpen = false;
  let asks = false;
  for (const call of calls) {
    if (call.status === 'done') continue;
    isOpen = true;
    if (isAwaitingSomebody(call)) asks = true;
    else if (!isAwaitingTask(call)) return false;
  }
  return isOpen ? asks : model === 'asking';
}
