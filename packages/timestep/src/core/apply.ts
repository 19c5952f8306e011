import type { Arrival } from './arrival.ts';
import { isElsewhere } from './awaited-task.ts';
import { append } from './chain.ts';
import { crashesAfter } from './crashes.ts';
import { CoreError } from './error.ts';
import type { ContextSelection } from './context-selection.ts';
import type { Failure, NumberedEvent, TaskSubmitted, ToolSite } from './event.ts';
import { chainOf } from './history.ts';
import type { JudgedCall } from './judged-calls.ts';
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
import { asksUser, type Artifact, type ToolCall } from './message.ts';
import { denialContent, failureContent, outcomeContent } from './tool-outcome.ts';

const DECLINED = failureContent('not_executed', 'the user answered in words instead');

const INTERRUPTED = failureContent('interrupted', 'the call was cut off and may have run');

/**
 * Folds one event into a task. The first event of a log makes the task; later ones must follow
 * without a gap, because a gap means that the log and the task no longer agree.
 */
export function apply(task: Task | undefined, event: NumberedEvent): Task {
  if (task === undefined) {
    if (event.type !== 'task.submitted' || event.generation !== 1) {
      throw new CoreError(
        'log-without-start',
        `a log starts with task.submitted, not ${event.type}`,
      );
    }
    return created(event, event.at);
  }
  if (event.generation !== task.generation + 1) {
    throw new CoreError(
      'generation-gap',
      `event ${event.generation} cannot follow generation ${task.generation} of task ${task.id}`,
    );
  }
  if (task.end) {
    throw new CoreError('task-ended', `task ${task.id} has ended and takes no ${event.type}`);
  }
  const isIdle = task.isHeld === true || event.type === 'task.resumed' || isSuspended(task);
  const isWorking = task.state === 'working' && !isIdle;
  const worked = isWorking ? Math.max(0, event.at - task.updatedAt) : 0;
  const crashes = crashesAfter(task, event);
  const next: Task = {
    ...task,
    ...changesBy(task, event),
    ...(crashes && { crashes }),
    generation: event.generation,
    updatedAt: event.at,
    workingMs: task.workingMs + worked,
  };
  const state = stateOf(next);
  return state === next.state ? next : { ...next, state };
}

/** Folds a whole log. */
export function fold(events: Iterable<NumberedEvent>): Task | undefined {
  let task: Task | undefined;
  for (const event of events) task = apply(task, event);
  return task;
}

/** The properties of a task that one event changes. */
type Changes = Partial<Task>;

type EventOf<Type extends NumberedEvent['type']> = Extract<NumberedEvent, { readonly type: Type }>;

function created(event: TaskSubmitted, at: number): Task {
  return {
    id: event.taskId,
    contextId: event.contextId,
    origin: { ...event, history: chainOf(event.history) ?? [] },
    state: 'submitted',
    generation: 1,
    createdAt: at,
    updatedAt: at,
    workingMs: 0,
    systemPrompt: event.loadPrompt ? undefined : null,
    entries: undefined,
    inbox: [],
    calls: [],
    model: 'idle',
    attempt: 0,
    steps: 0,
    turnSteps: 0,
    toolCalls: 0,
    usage: NO_USAGE,
    costUsd: 0,
    cancelRequested: false,
    limitReached: undefined,
    failure: undefined,
    end: undefined,
  };
}

function changesBy(task: Task, event: NumberedEvent): Changes {
  switch (event.type) {
    case 'task.submitted':
      throw new CoreError('started-twice', `task ${task.id} was submitted a second time`);
    case 'message.received': {
      const { message, messageId, at, metadata, arrival } = event;
      const more = { ...(metadata && { metadata }), ...(arrival && { arrival }) };
      const entry: Entry = { message, messageId, at, ...more };
      return settled(task, { inbox: [...task.inbox, entry], ...countedBy(task, arrival) }, at);
    }
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
      return callChanges(task, event);
    case 'prompt.loaded':
      return { systemPrompt: event.content, ...(event.selects && { selects: true }) };
    case 'prompt.failed':
      return { systemPrompt: null, failure: event.error };
    case 'context.selected': {
      const { items, tools, ranker, note } = event;
      const selection: ContextSelection = {
        items,
        ...(tools && { tools }),
        ...(ranker !== undefined && { ranker }),
        ...(note !== undefined && { note }),
      };
      return { selection };
    }
    case 'model.started':
      return { model: 'running', attempt: event.attempt };
    case 'model.replied':
      return replied(task, event);
    case 'model.failed':
      return { model: 'idle', failure: event.error };
    case 'task.resumed':
      return { isHeld: event.isHeld ?? false, ...(event.error && { failure: event.error }) };
    case 'model.lost':
      // The cost of the lost attempt is not known.
      return { model: 'idle', costUsd: null };
    case 'cancel.requested':
      return { cancelRequested: true };
    case 'limit.reached':
      return { limitReached: event.limit };
    case 'task.finished': {
      const { state, reason, error } = event;
      return { end: { state, reason, ...(error && { error }) } };
    }
  }
}

/** What the task of another agent has used counts once more is known of it. */
function countedBy(task: Task, arrival: Arrival | undefined): Changes {
  if (!arrival?.spent) return {};
  return { delegated: { ...task.delegated, [arrival.task_id]: arrival.spent } };
}

/** The events about calls of the newest reply. */
type CallEvent = EventOf<
  | 'results.received'
  | 'calls.declined'
  | 'tool.started'
  | 'tool.interrupted'
  | 'approval.requested'
  | 'approval.decided'
  | 'question.asked'
  | 'question.answered'
  | 'call.suspended'
  | 'call.resumed'
  | 'tool.returned'
  | 'tool.failed'
>;

function callChanges(task: Task, event: CallEvent): Changes {
  switch (event.type) {
    case 'results.received': {
      const calls = task.calls.map((call): CallState => {
        const result = event.results.find((given) => given.callId === call.call.id);
        if (result === undefined || call.status === 'done') return call;
        const content = result.isError ? failureContent(result.output) : result.output;
        return { ...call, status: 'done', content, resultMessageId: event.messageId };
      });
      return settled(task, { calls }, event.at);
    }
    case 'calls.declined': {
      const calls = task.calls.map((call): CallState => {
        if (call.status === 'done' || !isAwaitingSomebody(call)) return call;
        return { ...call, status: 'done', content: DECLINED };
      });
      return settled(task, { calls }, event.at);
    }
    case 'tool.started': {
      const { callId, attempt, replay = 'never' } = event;
      return { calls: withCall(task, callId, { status: 'running', attempt, replay }) };
    }
    case 'tool.interrupted': {
      const cut = task.calls.find((state) => state.call.id === event.callId);
      if (cut === undefined || (cut.replay === 'never' && !isElsewhere(cut))) {
        return done(task, event.callId, INTERRUPTED, event.at);
      }
      return { calls: withCall(task, event.callId, { status: 'planned' }) };
    }
    case 'approval.requested':
      return { calls: withCall(task, event.callId, { approval: 'requested' }) };
    case 'approval.decided':
      return decided(task, event);
    case 'question.asked': {
      const { callId, question } = event;
      return { calls: withCall(task, callId, { status: 'planned', attempt: 0, question }) };
    }
    case 'question.answered': {
      const { callId, message, messageId, at, metadata } = event;
      const asked = task.calls.find(({ call }) => call.id === callId);
      if (!asked?.question) return {};
      const said = { message, messageId, at, ...(metadata && { metadata }) };
      const answers = [...(asked.answers ?? []), { ...said, question: asked.question }];
      const { question: _answered, ...call } = asked;
      const calls = task.calls.map((one) => (one === asked ? { ...call, answers } : one));
      return { calls };
    }
    case 'call.suspended': {
      const { callId, awaits } = event;
      return { calls: withCall(task, callId, { status: 'planned', attempt: 0, awaits }) };
    }
    case 'call.resumed': {
      const calls = task.calls.map((state): CallState => {
        const { awaits, ...call } = state;
        if (call.call.id !== event.callId || !awaits) return state;
        return { ...call, awaited: [...(call.awaited ?? []), { ...event.outcome, awaits }] };
      });
      const { task_id: id, spent } = event.outcome;
      return { calls, ...(spent && { delegated: { ...task.delegated, [id]: spent } }) };
    }
    case 'tool.returned':
      return {
        ...done(task, event.callId, outcomeContent(event), event.at, event.attachments),
        ...offered(task, event.offers),
        ...gifts(task, event.artifacts),
      };
    case 'tool.failed':
      return done(task, event.callId, outcomeContent(event), event.at);
  }
}

function replied(task: Task, event: EventOf<'model.replied'>): Changes {
  const { message, step, refused = [], judged = [], at } = event;
  const { usage, cost_usd } = message;
  const calls = (message.tool_calls ?? []).map((call): CallState => {
    const verdict = judged.find(({ callId }) => callId === call.id);
    const refusal =
      refused.find(({ callId }) => callId === call.id)?.error ?? (verdict && refusalBy(verdict));
    // A refused call is never made, so it must not wait for the client.
    const site = refusal ? 'server' : siteOf(task, call);
    return {
      call,
      site,
      status: 'planned',
      attempt: 0,
      ...(refusal && { refusal }),
      ...(verdict && { judged: verdict }),
      ...(verdict?.arguments !== undefined && { arguments: verdict.arguments }),
    };
  });
  const changes: Changes = {
    entries: append(task.entries, { message, messageId: `${task.id}:${step}`, at }),
    model: calls.length > 0 ? 'idle' : asksUser(message) ? 'asking' : 'answered',
    attempt: 0,
    calls,
    steps: task.steps + 1,
    turnSteps: task.turnSteps + 1,
    toolCalls: task.toolCalls + calls.length,
    usage: usage ? addUsage(task.usage, usage) : task.usage,
    costUsd: task.costUsd === null || cost_usd === undefined ? null : task.costUsd + cost_usd,
    ...gifts(task, message.artifacts),
  };
  return settled(task, changes, at);
}

function refusalBy({
  verdict,
  reason = 'the rules do not allow the call',
}: JudgedCall): Failure | undefined {
  return verdict === 'deny' ? { code: 'denied', message: reason } : undefined;
}

function decided(task: Task, event: EventOf<'approval.decided'>): Changes {
  const { callId, approved, scope } = event;
  if (!approved) return done(task, callId, denialContent(event), event.at);
  const name = task.calls.find(({ call }) => call.id === callId)?.call.function.name;
  const changed = event.arguments;
  const calls = withCall(task, callId, {
    approval: 'approved',
    ...(changed !== undefined && { arguments: changed }),
  });
  if (scope !== 'session' || name === undefined) return { calls };
  return { calls, permitted: [...(task.permitted ?? []), name] };
}

/** Tools that the model sees from now on, where it did not see all. */
function offered(task: Task, names: readonly string[] = []): Changes {
  if (names.length === 0) return {};
  const { selection, offered: before = [] } = task;
  const all = { offered: [...new Set([...before, ...names])] };
  if (selection?.tools === undefined) return all;
  const tools = [...new Set([...selection.tools, ...names])];
  return { ...all, selection: { ...selection, tools } };
}

function gifts(task: Task, artifacts: readonly Artifact[] = []): Changes {
  let all = task.artifacts;
  for (const artifact of artifacts) all = append(all, artifact);
  return all && artifacts.length > 0 ? { artifacts: all } : {};
}

function siteOf(task: Task, call: ToolCall): ToolSite {
  const { toolSite, clientTools } = task.origin;
  const isClients = clientTools.some((tool) => tool.function.name === call.function.name);
  return isClients ? 'client' : toolSite;
}

function withCall(task: Task, callId: string, news: Partial<CallState>): CallState[] {
  return task.calls.map((call) => (call.call.id === callId ? { ...call, ...news } : call));
}

function done(
  task: Task,
  callId: string,
  content: string,
  at: number,
  attachments?: CallState['attachments'],
): Changes {
  const news = { status: 'done', content, ...(attachments && { attachments }) } as const;
  return settled(task, { calls: withCall(task, callId, news) }, at);
}

/**
 * At a gap between steps, moves finished tool results (in the order of the calls, whatever order
 * they came in) and then waiting messages into the transcript.
 */
function settled(task: Task, changes: Changes, at: number): Changes {
  const calls = changes.calls ?? task.calls;
  const inbox = changes.inbox ?? task.inbox;
  const model = changes.model ?? task.model;
  const isBusy = model === 'running' || calls.some((call) => call.status !== 'done');
  if (isBusy || (calls.length === 0 && inbox.length === 0)) return changes;
  let entries = changes.entries ?? task.entries;
  for (const { call, content = '', attachments, resultMessageId, answers } of calls) {
    const result = { role: 'tool', tool_call_id: call.id, content } as const;
    const message = { ...result, ...(attachments && { attachments }) };
    entries = append(entries, {
      message,
      messageId: resultMessageId ?? `${task.id}:${call.id}`,
      at,
      ...(answers && { answered: answers }),
    });
  }
  for (const entry of inbox) entries = append(entries, entry);
  const heard: Changes =
    inbox.length > 0
      ? {
          inbox: [],
          turnSteps: stepsAfter({ ...task, ...changes }, inbox),
          model: 'idle',
          ...(task.selection && { selection: null }),
        }
      : {};
  return { ...changes, entries, calls: [], ...heard };
}

/**
 * A message of a person begins the count of steps anew. One of another agent does not, so that agents
 * cannot keep each other at work; a step to read it is left all the same.
 */
function stepsAfter({ turnSteps, origin }: Task, inbox: Task['inbox']): number {
  const isOfAgents = inbox.every(({ arrival }) => arrival !== undefined);
  return isOfAgents ? Math.min(turnSteps, origin.limits.max_steps - 1) : 0;
}

function stateOf(task: Task): TaskState {
  if (task.end) return task.end.state;
  if (task.cancelRequested) return 'working';
  const open = task.calls.filter((call) => call.status !== 'done');
  const isStill = open.every((call) => isAwaitingSomebody(call) || isAwaitingTask(call));
  // A person is asked also while another call waits for a task, which may take days.
  if (isStill && open.some(isAwaitingSomebody)) return 'input-required';
  if (open.length === 0 && task.model === 'asking') return 'input-required';
  const begun = task.model !== 'idle' || task.steps > 0 || task.failure !== undefined;
  return begun ? 'working' : task.state;
}
