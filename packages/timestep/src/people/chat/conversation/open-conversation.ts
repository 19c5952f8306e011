import {
  type EntryPoint,
  buildForkEvents,
  createSender,
  hasTaskEnded,
  historyToMessages,
  omitUndefined,
  buildTurnStart,
  type Session,
  type SessionEvent,
  type SessionOpened,
  type Submission,
  type Task,
  type ToolLocation,
  type UserMessage,
} from '#core';
import { RunnerError, type Runner } from '#engine/port';
import { findTurnToContinue, withSessions } from '#engine/runner';
import { ConversationError } from './conversation-error.ts';
import type {
  Conversation,
  ConversationOptions,
  ConversationDeps,
  Summarize,
} from './conversation.ts';
import { estimateContextTokens } from '../compaction/context-tokens.ts';
import {
  readConversationUpdates,
  type ConversationUpdatesDeps,
  type LocalChange,
} from '../updates/conversation-updates.ts';
import { getContextWindow } from '../updates/turn-updates.ts';
import { createSessionHandle, type SessionHandle } from './session-handle.ts';
import { deriveTitle } from './derive-title.ts';
import { findOpenTurn, listTurnTasks, taskToTurn, type TurnOwner } from './turn-tasks.ts';

const COMPACT_SHARE = 0.8;

/** Opens a conversation, stored with its first message. Rejects with `ConversationError`. */
export async function openConversation(
  deps: ConversationDeps,
  options: ConversationOptions,
): Promise<Conversation> {
  const { sessions, clock, newId } = deps;
  const { agent, principal, directory, sessionId, newSessionId } = options;
  const runner = withSessions(deps.runner, deps);
  const id = sessionId ?? newSessionId ?? newId();
  const owner: TurnOwner = { principal, agent, contextId: id };
  const found = sessionId === undefined ? undefined : await sessions.get({ principal, id });
  await requireSessionOfAgent(runner, owner, options, found);
  const opening: SessionOpened = {
    type: 'session.opened',
    sessionId: id,
    agent,
    principal,
    ...omitUndefined({ directory }),
  };
  return createConversation({
    ...deps,
    runner,
    owner,
    compaction: options.compaction,
    toolSite: options.toolSite,
    entry: options.entry,
    kept: createSessionHandle({ sessions, clock }, opening, found),
    listeners: new Set(),
    sent: new Map(),
  });
}

interface ConversationState extends ConversationUpdatesDeps {
  readonly toolSite: ToolLocation | undefined;
  readonly entry: EntryPoint | undefined;
  readonly kept: SessionHandle;
  /** Task ids by message id, for repeated messages; empty if the message started a new turn. */
  readonly sent: Map<string, string>;
}

function createConversation(state: ConversationState): Conversation {
  const { runner, owner, kept } = state;
  const change = (...events: readonly SessionEvent[]): Promise<Session> =>
    appendEvents(state, events);
  return {
    get session() {
      return kept.session;
    },
    send: (message, messageId) =>
      sendMessage(
        state,
        typeof message === 'string' ? { role: 'user', content: message } : message,
        messageId,
      ),
    async decide(approvals, messageId) {
      const open = await findOpenTurn(runner, owner);
      const { principal, agent, contextId } = owner;
      if (!open) {
        const message = `session ${contextId} has no open turn, so no tool call awaits approval`;
        throw new ConversationError('no-open-turn', message);
      }
      const decided = { principal, agent, messageId, taskId: open.id, approvals };
      const task = await runner.submit({ ...decided, ...createByField(state) });
      return notifyOfTask(state, task);
    },
    async cancel() {
      const open = await findOpenTurn(runner, owner);
      return open && notifyOfTask(state, await runner.cancel(open.id));
    },
    updates: (signal) => readConversationUpdates(state, signal),
    set: (settings) => change({ type: 'session.set', settings }),
    include: (item) => change({ type: 'session.included', item }),
    exclude: (item) => change({ type: 'session.excluded', item }),
    rename: (name) => change({ type: 'session.named', name }),
    close: async () => (kept.isStored ? change({ type: 'session.closed' }) : kept.session),
    fork: (afterTaskId) => forkSession(state, afterTaskId),
    compact: (summarize, signal = NEVER) => compactConversation(state, summarize, signal),
    turns: async () => (await listTurnTasks(runner, owner)).map(taskToTurn),
  };
}

const NEVER = new AbortController().signal;

async function requireSessionOfAgent(
  runner: Runner,
  owner: TurnOwner,
  { sessionId, agent }: ConversationOptions,
  found: Session | undefined,
): Promise<void> {
  if (found && found.agent !== agent) {
    const message = `session ${found.id} is a conversation with ${found.agent}, not with ${agent}: open it with ${found.agent}`;
    throw new ConversationError('other-agent', message);
  }
  if (found || sessionId === undefined) return;
  const { tasks } = await runner.list({ ...owner, pageSize: 1 });
  if (tasks.length > 0) return;
  const message = `unknown session ${sessionId} of ${agent}: list the sessions with timestep sessions list`;
  throw new ConversationError('unknown-session', message);
}

async function sendMessage(
  state: ConversationState,
  message: UserMessage,
  messageId: string,
): Promise<Task> {
  const { runner, owner, sent } = state;
  const { principal, agent } = owner;
  const submission: Submission = { principal, agent, messageId, message };
  const before = sent.get(messageId);
  const open = before === undefined ? await findOpenTurn(runner, owner) : undefined;
  const taskId = before ?? open?.id ?? '';
  if (taskId !== '') {
    try {
      const task = await runner.submit({ ...submission, taskId, ...createByField(state) });
      sent.set(messageId, taskId);
      return notifyOfTask(state, task);
    } catch (thrown) {
      // The turn ended meanwhile, or another process started it with the same message: starts a new turn.
      const isTooLate =
        thrown instanceof RunnerError &&
        (thrown.code === 'task-finished' || thrown.code === 'duplicate-message');
      if (before !== undefined || !isTooLate) throw thrown;
    }
  }
  return submitTurnOfConversation(state, submission, message);
}

function createByField({ owner, entry }: ConversationState): Pick<Submission, 'by'> {
  const by = createSender(owner.principal, entry);
  return by ? { by } : {};
}

async function submitTurnOfConversation(
  state: ConversationState,
  submission: Submission,
  message: UserMessage,
): Promise<Task> {
  const { runner, owner, kept, sent, toolSite, entry } = state;
  await kept.refreshSession();
  const title = kept.session.name === undefined ? deriveTitle(message) : undefined;
  const naming: SessionEvent[] =
    title === undefined ? [] : [{ type: 'session.named', name: title }];
  if (!kept.isStored || naming.length > 0) await appendEvents(state, naming);
  await compactIfFull(state);
  const task = await runner.submit({
    ...submission,
    contextId: owner.contextId,
    ...(entry && { entry }),
    ...(toolSite && { start: { toolSite } }),
  });
  sent.set(submission.messageId, '');
  await kept.refreshSession();
  return notifyOfTask(state, task);
}

async function appendEvents(
  state: ConversationState,
  events: readonly SessionEvent[],
): Promise<Session> {
  const session = await state.kept.appendSessionEvents(events);
  notifyListeners(state, {});
  return session;
}

function notifyOfTask(state: ConversationState, task: Task): Task {
  notifyListeners(state, { task });
  return task;
}

function notifyListeners({ listeners }: ConversationState, notice: LocalChange): void {
  for (const listener of listeners) listener(notice);
}

async function forkSession(
  state: ConversationState,
  afterTaskId: string | null | undefined,
): Promise<string> {
  const { sessions, clock, newId, owner, kept } = state;
  const session = await kept.refreshSession();
  const id = newId();
  const events =
    afterTaskId === null
      ? buildForkEvents(omitCompaction(session), id)
      : buildForkEvents(session, id, await findTurnToFork(state, session, afterTaskId));
  await sessions.append({ principal: owner.principal, id }, 0, events, clock.now());
  return id;
}

/** The compaction summarizes turns that a fork from the start of the conversation does not have. */
function omitCompaction({ compaction: _summary, ...session }: Session): Session {
  return session;
}

/** Finds the turn that a fork continues: the given one, or the newest, if there is any. */
async function findTurnToFork(
  { runner, owner }: ConversationState,
  session: Session,
  taskId: string | undefined,
): Promise<Task | undefined> {
  const after =
    taskId === undefined ? await findTurnToContinue(runner, session) : await runner.get(taskId);
  const isOwn = after?.origin.principal === owner.principal && after.origin.agent === owner.agent;
  if (taskId !== undefined && !isOwn) {
    const message = `unknown turn ${taskId} of ${owner.agent}: give one of the session's turns`;
    throw new ConversationError('unknown-turn', message);
  }
  if (after && !hasTaskEnded(after)) {
    const message = `turn ${after.id} has not ended: wait for it, cancel it, or fork after an earlier turn`;
    throw new ConversationError('turn-not-ended', message);
  }
  return after;
}

async function compactConversation(
  state: ConversationState,
  summarize: Summarize,
  signal: AbortSignal,
): Promise<Session | undefined> {
  const session = await state.kept.refreshSession();
  const newest = await findTurnToContinue(state.runner, session);
  if (!newest || newest.id === session.compaction?.taskId) return undefined;
  const summary = await summarize(
    historyToMessages(buildTurnStart(session, newest).history),
    signal,
  );
  signal.throwIfAborted();
  return appendEvents(state, [{ type: 'session.compacted', summary, taskId: newest.id }]);
}

/** Compacts a nearly full conversation. After a failure, the conversation continues unchanged. */
async function compactIfFull(state: ConversationState): Promise<void> {
  const { compaction } = state;
  if (!compaction) return;
  const { share = COMPACT_SHARE, summarize } = compaction;
  const { session } = state.kept;
  const newest = await findTurnToContinue(state.runner, session);
  if (!newest) return;
  const tokens = estimateContextTokens(historyToMessages(buildTurnStart(session, newest).history));
  if (tokens < (await getContextWindow(compaction)) * share) return;
  try {
    await compactConversation(state, summarize, NEVER);
  } catch (thrown) {
    state.onError?.(thrown);
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    const message = `the conversation could not be summarized (${reason}): run /compact, or start a new conversation`;
    notifyListeners(state, {
      update: { kind: 'compaction-failed', error: { code: 'compaction-failed', message } },
    });
  }
}
