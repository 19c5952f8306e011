import {
  applySessionEvent,
  historyToMessages,
  listValidEntries,
  omitUndefined,
  type Session,
} from '#core';
import {
  createEventLoopBreaks,
  type SessionKey,
  type SessionStore,
  type StoredTasks,
  type TaskRow,
} from '#engine/port';
import { deriveTitle } from './derive-title.ts';

/** The stores from which conversations are listed. */
export interface ListConversationsDeps {
  readonly sessions: Pick<SessionStore, 'list' | 'get'>;
  readonly tasks: Pick<StoredTasks, 'list' | 'load'>;
}

/** Filters for listing conversations. */
export interface ConversationsQuery {
  /** Owner of the conversations; undefined lists those of all principals, for operators. */
  readonly principal?: string;
  readonly agent?: string;
  readonly id?: string;
  /** Whether closed sessions are included. Default: false. */
  readonly withClosed?: boolean;
  readonly limit: number;
}

/** A page of conversations, most recently changed first. */
export interface ConversationsPage {
  readonly sessions: readonly Session[];
  readonly hasMore: boolean;
}

/** Maximum number of turns searched for contexts without a session, newest first. */
const MAX_SEARCHED_TURNS = 5000;

/** Lists sessions, and contexts that have turns but no session yet. */
export async function listConversations(
  deps: ListConversationsDeps,
  { limit, ...query }: ConversationsQuery,
): Promise<ConversationsPage> {
  const kept = await deps.sessions.list({ ...query, pageSize: limit });
  const contexts = await listContextsWithoutSession(deps, { ...query, limit: limit + 1 });
  const all = [...kept.sessions, ...contexts].toSorted(
    (one, other) => other.updatedAt - one.updatedAt,
  );
  const hasMore = all.length > limit || kept.nextPageToken !== undefined;
  return { sessions: all.slice(0, limit), hasMore };
}

/** Lists contexts with turns but no stored session, newest first, as sessions without events (generation 0). */
export async function listContextsWithoutSession(
  { sessions, tasks }: ListConversationsDeps,
  { principal, agent, id, limit }: Omit<ConversationsQuery, 'withClosed'>,
): Promise<readonly Session[]> {
  const filter = omitUndefined({ principal, agent, contextId: id });
  const seen = new Set<string>();
  const found: Session[] = [];
  const takeBreak = createEventLoopBreaks();
  // Reading a small multiple of the limit usually yields enough contexts, because most contexts have few turns.
  for (let most = limit * 4; ; most *= 4) {
    const searched = Math.min(most, MAX_SEARCHED_TURNS);
    const { tasks: rows } = await tasks.list({ ...filter, limit: searched });
    for (const row of rows) {
      const context = JSON.stringify([row.principal, row.agent, row.contextId]);
      if (seen.has(context)) continue;
      seen.add(context);
      const key: SessionKey = { principal: row.principal, id: row.contextId };
      if (!(await sessions.get(key))) found.push(await taskRowToSession(tasks, row));
      await takeBreak();
      if (found.length === limit) return found;
    }
    if (rows.length < searched || searched === MAX_SEARCHED_TURNS) return found;
  }
}

/** Counts the turns of a session. */
export async function countTurns(
  tasks: Pick<StoredTasks, 'list'>,
  { id: contextId, principal, agent }: Pick<Session, 'id' | 'principal' | 'agent'>,
): Promise<number> {
  return (await tasks.list({ contextId, principal, agent, limit: 1 })).total;
}

async function taskRowToSession(
  tasks: ListConversationsDeps['tasks'],
  { id, principal, agent, contextId, createdAt, updatedAt }: TaskRow,
): Promise<Session> {
  const opening = { type: 'session.opened', sessionId: contextId, agent, principal } as const;
  const session = applySessionEvent(undefined, { ...opening, generation: 1, at: createdAt });
  const name = omitUndefined({ name: await deriveTitleFromTask(tasks, id) });
  return { ...session, generation: 0, updatedAt, ...name };
}

/** Derives a title from the newest turn only, which repeats the earlier messages. */
async function deriveTitleFromTask(
  tasks: ListConversationsDeps['tasks'],
  taskId: string,
): Promise<string | undefined> {
  const task = await tasks.load(taskId).catch(() => undefined);
  if (!task) return undefined;
  const own = listValidEntries(task).map(({ message }) => message);
  const first = [...historyToMessages(task.origin.history), ...own].find(
    ({ role }) => role === 'user',
  );
  return first?.role === 'user' ? deriveTitle(first) : undefined;
}
