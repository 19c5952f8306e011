import type { SessionLine, TurnLine } from '../../chat/index.ts';
import {
  continuationOf,
  isFinal,
  ownEntries,
  textOf,
  type ApprovalDecision,
  type StartOptions,
  type Task,
} from '../../core/index.ts';
import { RunnerError, type Runner } from '../../port/index.ts';
import { createChannel, type Channel } from './channel.ts';
import type { CallDecision, ConversationPort, PortUpdate } from './conversation-port.ts';

/** Where a conversation is run, and whose it is. */
export interface RunnerConversationOptions {
  readonly runner: Runner;
  readonly agent: string;
  readonly principal: string;
  /** The context that its turns belong to. */
  readonly sessionId: string;
  readonly newId: () => string;
  /** What each new turn begins with beside its transcript. */
  readonly startOptions: () => StartOptions;
}

/** A conversation over a runner, with what commands read of it. */
export interface RunnerConversation extends ConversationPort {
  readonly turns: () => Promise<readonly TurnLine[]>;
  readonly sessions: () => Promise<readonly SessionLine[]>;
}

/** Tasks that are asked for at a time. */
const PAGE = 100;

/** A conversation whose turns are the tasks of one context; each continues the one before. */
export function runnerConversation(options: RunnerConversationOptions): RunnerConversation {
  const { runner, agent, principal, sessionId } = options;
  const ofAgent = { agent, principal };
  const state: Kept = {
    options,
    begun: createChannel(),
    permitted: new Set(),
    toolOf: new Map(),
    newest: undefined,
  };
  return {
    sessionId,
    updates: (signal) => updates(state, signal),
    send: (text) => send(state, text),
    decide: (decision) => decide(state, decision),
    async cancel() {
      const turn = await openTurn(state);
      if (turn) state.newest = await runner.cancel(turn.id);
    },
    async turns() {
      const tasks = await tasksOf(runner, { ...ofAgent, contextId: sessionId });
      return tasks.toReversed().map((task) => ({
        taskId: task.id,
        title: titleOf(task),
        state: task.state,
        tokens: task.usage.total_tokens,
        costUsd: task.costUsd,
      }));
    },
    sessions: async () => sessionsIn(await tasksOf(runner, ofAgent), sessionId),
  };
}

/** What a conversation knows beside what the runner keeps. */
interface Kept {
  readonly options: RunnerConversationOptions;
  /** Turns that were begun here, for those who follow. */
  readonly begun: Channel<Task>;
  /** Tools that the person has allowed for as long as this process has the conversation open. */
  readonly permitted: Set<string>;
  /** Names of tools by the ids of calls. */
  readonly toolOf: Map<string, string>;
  newest: Task | undefined;
}

async function openTurn(state: Kept): Promise<Task | undefined> {
  const { newest, options } = state;
  const task = newest && (await options.runner.get(newest.id));
  if (task) state.newest = task;
  return task && !isFinal(task) ? task : undefined;
}

async function* updates(state: Kept, signal: AbortSignal): AsyncGenerator<PortUpdate> {
  const { runner, agent, principal, sessionId } = state.options;
  const tasks = (await tasksOf(runner, { agent, principal, contextId: sessionId })).toSorted(
    (one, other) => one.createdAt - other.createdAt,
  );
  state.newest = tasks.at(-1);
  for await (const update of earlierThenLive(runner, tasks, signal)) {
    yield update;
    await permit(state, update);
  }
  for await (const task of state.begun.read(signal)) {
    for await (const update of updatesOf(runner, task.id, signal)) {
      yield update;
      await permit(state, update);
    }
  }
}

/** Decides about calls of tools that the person has allowed for the session. */
async function permit(state: Kept, update: PortUpdate): Promise<void> {
  if (update.kind !== 'event') return;
  const { event } = update;
  if (event.type === 'model.replied') {
    for (const { id, function: called } of event.message.tool_calls ?? []) {
      state.toolOf.set(id, called.name);
    }
  }
  if (event.type !== 'approval.requested') return;
  const { callId } = event;
  if (state.permitted.has(state.toolOf.get(callId) ?? '')) {
    await decide(state, { callId, approved: true });
  }
}

async function decide(state: Kept, decision: CallDecision): Promise<void> {
  const { runner, agent, principal, newId } = state.options;
  const turn = await openTurn(state);
  if (!turn) throw new RunnerError('approval-without-request', 'the turn has ended');
  const tool = state.toolOf.get(decision.callId);
  const isForSession = decision.approved && decision.scope === 'session';
  if (isForSession && tool !== undefined) state.permitted.add(tool);
  const approvals = [approvalFrom(decision)];
  await runner.submit({ agent, principal, taskId: turn.id, messageId: newId(), approvals });
}

async function send(state: Kept, text: string): Promise<void> {
  const { runner, agent, principal, sessionId, newId, startOptions } = state.options;
  const said = {
    agent,
    principal,
    messageId: newId(),
    message: { role: 'user', content: text } as const,
  };
  const turn = await openTurn(state);
  if (turn) {
    try {
      state.newest = await runner.submit({ ...said, taskId: turn.id });
      return;
    } catch (thrown) {
      // The turn may have ended since; the words then begin the next one.
      if (!(thrown instanceof RunnerError && thrown.code === 'task-finished')) throw thrown;
    }
  }
  const before = state.newest && ((await runner.get(state.newest.id)) ?? state.newest);
  const history = before ? continuationOf(before) : [];
  const start = { ...startOptions(), ...(history.length > 0 && { history }) };
  const task = await runner.submit({ ...said, contextId: sessionId, start });
  state.newest = task;
  state.begun.give(task);
}

/** The id of the context that a person last had a turn in with the agent. */
export async function newestSession(
  runner: Runner,
  query: { readonly agent: string; readonly principal: string },
): Promise<string | undefined> {
  const { tasks } = await runner.list({ ...query, pageSize: 1 });
  return tasks[0]?.contextId;
}

/** Changed arguments reach the model as words until a decision can hold them. */
function approvalFrom(decision: CallDecision): ApprovalDecision {
  const { callId, approved, reason, arguments: changed } = decision;
  if (changed !== undefined) {
    const why = `call it again with these arguments, which the user chose: ${changed}`;
    return { callId, approved: false, reason: why };
  }
  return { callId, approved, ...(reason !== undefined && { reason }) };
}

async function* earlierThenLive(
  runner: Runner,
  tasks: readonly Task[],
  signal: AbortSignal,
): AsyncGenerator<PortUpdate> {
  let isLive = false;
  for (const task of tasks) {
    const isOpen = task === tasks.at(-1) && !isFinal(task);
    for await (const update of updatesOf(runner, task.id, signal)) {
      yield update;
      const isNow = isOpen && update.kind === 'event' && update.event.generation >= task.generation;
      if (isNow && !isLive) {
        isLive = true;
        yield { kind: 'live' };
      }
    }
  }
  if (!isLive) yield { kind: 'live' };
}

async function* updatesOf(
  runner: Runner,
  taskId: string,
  signal: AbortSignal,
): AsyncGenerator<PortUpdate> {
  for await (const update of runner.updates(taskId, 0, signal)) yield { ...update, taskId };
}

async function tasksOf(
  runner: Runner,
  query: { readonly agent: string; readonly principal: string; readonly contextId?: string },
): Promise<readonly Task[]> {
  const all: Task[] = [];
  let pageToken: string | undefined;
  do {
    const token = pageToken === undefined ? {} : { pageToken };
    const page = await runner.list({ ...query, pageSize: PAGE, ...token });
    all.push(...page.tasks);
    pageToken = page.nextPageToken;
  } while (pageToken !== undefined);
  return all;
}

function titleOf(task: Task): string {
  const [first] = ownEntries(task).filter(({ message }) => message.role === 'user');
  const text = first ? textOf(first.message).replaceAll(/\s+/g, ' ') : '';
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

function sessionsIn(tasks: readonly Task[], current: string): readonly SessionLine[] {
  const found = new Map<string, SessionLine>();
  for (const task of tasks) {
    const { contextId: id, updatedAt } = task;
    const known = found.get(id);
    // Tasks come newest first; the title is what the oldest one began with.
    found.set(id, {
      id,
      title: titleOf(task),
      updatedAt: known?.updatedAt ?? updatedAt,
      isCurrent: id === current,
    });
  }
  return [...found.values()];
}
