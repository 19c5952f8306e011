import {
  forkOf,
  isFinal,
  messagesOf,
  startOfTurn,
  type Session,
  type SessionEvent,
  type SessionOpened,
  type Submission,
  type Task,
  type UserMessage,
} from '../core/index.ts';
import { RunnerError, type Runner } from '../port/index.ts';
import { newestTurn, runnerWithSessions } from '../runner/index.ts';
import { ConversationError } from './conversation-error.ts';
import type {
  CompactionOptions,
  Conversation,
  ConversationOptions,
  ConversationSite,
  Summarise,
} from './conversation.ts';
import { contextTokens } from './context-tokens.ts';
import { conversationUpdates, type Notice } from './conversation-updates.ts';
import { keptSession, type KeptSession } from './kept-session.ts';
import { titleOf } from './title-of.ts';
import { turnInList } from './turn-in-list.ts';
import { openTurn, turnTasks, type TurnOwner } from './turn-tasks.ts';

const COMPACT_SHARE = 0.8;
const WARN_SHARE = 0.7;

/**
 * Opens a conversation: one that is kept, or a new one, which is kept from the first message on. Rejects
 * with `ConversationError` for a session that does not exist or belongs to another agent.
 */
export async function openConversation(
  site: ConversationSite,
  options: ConversationOptions,
): Promise<Conversation> {
  const { sessions, clock, newId } = site;
  const { agent, principal, directory, sessionId, newSessionId } = options;
  const runner = runnerWithSessions(site.runner, site);
  const id = sessionId ?? newSessionId ?? newId();
  const owner: TurnOwner = { principal, agent, contextId: id };
  const found = sessionId === undefined ? undefined : await sessions.get({ principal, id });
  await refuseUnfit(runner, owner, options, found);
  const opening: SessionOpened = {
    type: 'session.opened',
    sessionId: id,
    agent,
    principal,
    ...(directory !== undefined && { directory }),
  };
  return conversationOf({
    ...site,
    runner,
    owner,
    options,
    kept: keptSession({ sessions, clock }, opening, found),
    listeners: new Set(),
    sent: new Map(),
  });
}

/** Everything that one conversation works with. */
interface Place extends ConversationSite {
  readonly owner: TurnOwner;
  readonly options: ConversationOptions;
  readonly kept: KeptSession;
  /** Readers of updates, which hear what this process does at once. */
  readonly listeners: Set<(notice: Notice) => void>;
  /** The turns that messages were sent to, so that a message can be sent again; empty: a new turn. */
  readonly sent: Map<string, string>;
}

function conversationOf(place: Place): Conversation {
  const { runner, owner, kept, options } = place;
  const change = (...events: readonly SessionEvent[]): Promise<Session> => append(place, events);
  const { compaction } = options;
  return {
    get session() {
      return kept.session;
    },
    send: (message, messageId) =>
      send(
        place,
        typeof message === 'string' ? { role: 'user', content: message } : message,
        messageId,
      ),
    async decide(approvals, messageId) {
      const open = await openTurn(runner, owner);
      if (!open) throw noOpenTurn(owner);
      const { principal, agent } = owner;
      const task = await runner.submit({ principal, agent, messageId, taskId: open.id, approvals });
      return noticed(place, task);
    },
    async cancel() {
      const open = await openTurn(runner, owner);
      return open && noticed(place, await runner.cancel(open.id));
    },
    updates: (signal) =>
      conversationUpdates(
        {
          ...place,
          fullness: compaction && {
            window: () => windowOf(compaction),
            warnShare: compaction.warnShare ?? WARN_SHARE,
          },
          listen(onNotice) {
            place.listeners.add(onNotice);
            return () => place.listeners.delete(onNotice);
          },
        },
        signal,
      ),
    set: (settings) => change({ type: 'session.set', settings }),
    include: (item) => change({ type: 'session.included', item }),
    exclude: (item) => change({ type: 'session.excluded', item }),
    permit: (tool) => change({ type: 'session.permitted', tool }),
    rename: (name) => change({ type: 'session.named', name }),
    close: async () => (kept.isKept ? change({ type: 'session.closed' }) : kept.session),
    fork: (afterTaskId) => fork(place, afterTaskId),
    compact: (summarise, signal = NEVER) => compact(place, summarise, signal),
    turns: async () => (await turnTasks(runner, owner)).map(turnInList),
  };
}

const NEVER = new AbortController().signal;

async function refuseUnfit(
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
  const message = `there is no session ${sessionId} of ${agent}: timestep sessions list shows those that exist`;
  throw new ConversationError('unknown-session', message);
}

async function send(place: Place, message: UserMessage, messageId: string): Promise<Task> {
  const { runner, owner, sent } = place;
  const { principal, agent } = owner;
  const submission: Submission = { principal, agent, messageId, message };
  const before = sent.get(messageId);
  const open = before === undefined ? await openTurn(runner, owner) : undefined;
  const taskId = before ?? open?.id ?? '';
  if (taskId !== '') {
    try {
      const task = await runner.submit({ ...submission, taskId });
      sent.set(messageId, taskId);
      return noticed(place, task);
    } catch (thrown) {
      // The turn has ended meanwhile, or another process began it with this message.
      if (before !== undefined || !isFor(thrown, 'task-finished', 'duplicate-message'))
        throw thrown;
    }
  }
  return beginTurn(place, submission, message);
}

async function beginTurn(
  place: Place,
  submission: Submission,
  message: UserMessage,
): Promise<Task> {
  const { runner, owner, kept, sent, options } = place;
  const { toolSite } = options;
  await kept.refresh();
  const title = kept.session.name === undefined ? titleOf(message) : undefined;
  const naming: SessionEvent[] =
    title === undefined ? [] : [{ type: 'session.named', name: title }];
  if (!kept.isKept || naming.length > 0) await append(place, naming);
  await compactIfFull(place);
  const task = await runner.submit({
    ...submission,
    contextId: owner.contextId,
    ...(toolSite && { start: { toolSite } }),
  });
  sent.set(submission.messageId, '');
  await kept.refresh();
  return noticed(place, task);
}

async function append(place: Place, events: readonly SessionEvent[]): Promise<Session> {
  const session = await place.kept.append(events);
  notify(place, {});
  return session;
}

function noticed(place: Place, task: Task): Task {
  notify(place, { task });
  return task;
}

function notify({ listeners }: Place, notice: Notice): void {
  for (const listener of listeners) listener(notice);
}

async function fork(place: Place, afterTaskId: string | undefined): Promise<string> {
  const { runner, sessions, clock, newId, owner, kept } = place;
  const session = await kept.refresh();
  const after =
    afterTaskId === undefined ? await newestTurn(runner, session) : await runner.get(afterTaskId);
  const isOwn = after?.origin.principal === owner.principal && after.origin.agent === owner.agent;
  if (afterTaskId !== undefined && !isOwn) {
    const message = `there is no turn ${afterTaskId} of ${owner.agent}: name one of the session's turns`;
    throw new ConversationError('unknown-turn', message);
  }
  if (after && !isFinal(after)) {
    const message = `turn ${after.id} has not ended: wait for it, cancel it, or fork after an earlier turn`;
    throw new ConversationError('turn-not-ended', message);
  }
  const id = newId();
  await sessions.append(
    { principal: owner.principal, id },
    0,
    forkOf(session, id, after),
    clock.now(),
  );
  return id;
}

async function compact(
  place: Place,
  summarise: Summarise,
  signal: AbortSignal,
): Promise<Session | undefined> {
  const session = await place.kept.refresh();
  const newest = await newestTurn(place.runner, session);
  if (!newest || newest.id === session.compaction?.taskId) return undefined;
  const summary = await summarise(messagesOf(startOfTurn(session, newest).history), signal);
  signal.throwIfAborted();
  return append(place, [{ type: 'session.compacted', summary, taskId: newest.id }]);
}

/** A conversation that cannot be compacted goes on as it is: the model may still have room for it. */
async function compactIfFull(place: Place): Promise<void> {
  const { compaction } = place.options;
  if (!compaction) return;
  const { share = COMPACT_SHARE, summarise } = compaction;
  const { session } = place.kept;
  const newest = await newestTurn(place.runner, session);
  if (!newest) return;
  const tokens = contextTokens(messagesOf(startOfTurn(session, newest).history));
  if (tokens < (await windowOf(compaction)) * share) return;
  try {
    await compact(place, summarise, NEVER);
  } catch (thrown) {
    place.onError?.(thrown);
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    const message = `the conversation could not be summarised (${reason}): compact it by hand, or begin a new one`;
    notify(place, {
      update: { kind: 'compaction-failed', error: { code: 'compaction-failed', message } },
    });
  }
}

async function windowOf({ window }: CompactionOptions): Promise<number> {
  return typeof window === 'number' ? window : window();
}

function isFor(thrown: unknown, ...codes: readonly RunnerError['code'][]): boolean {
  return thrown instanceof RunnerError && codes.includes(thrown.code);
}

function noOpenTurn({ contextId }: TurnOwner): ConversationError {
  const message = `session ${contextId} has no open turn: there is nothing to decide about`;
  return new ConversationError('no-open-turn', message);
}
