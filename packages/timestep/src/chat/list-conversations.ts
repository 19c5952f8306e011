import { applyToSession, messagesOf, ownEntries, type Session } from '../core/index.ts';
import type { SessionKey, SessionStore, StoredTasks, TaskRow } from '../port/index.ts';
import { titleOf } from './title-of.ts';

/** Where conversations and their turns are kept. */
export interface ConversationsSite {
  readonly sessions: Pick<SessionStore, 'list' | 'get'>;
  readonly tasks: Pick<StoredTasks, 'list' | 'load'>;
}

/** Which conversations are listed. */
export interface ConversationsQuery {
  /** Absent: those of all principals, for operators. */
  readonly principal?: string;
  readonly agent?: string;
  /** The id of the context. */
  readonly id?: string;
  /** Whether closed sessions are listed as well. Default false. */
  readonly withClosed?: boolean;
  readonly limit: number;
}

/** The newest change first. */
export interface ListedConversations {
  readonly sessions: readonly Session[];
  readonly hasMore: boolean;
}

/** How many turns are looked at for contexts without a session, the newest first. */
const LOOKED_AT = 5000;

/** The sessions, and among them the contexts that have turns and not a session yet. */
export async function listConversations(
  site: ConversationsSite,
  { limit, ...query }: ConversationsQuery,
): Promise<ListedConversations> {
  const kept = await site.sessions.list({ ...query, pageSize: limit });
  const contexts = await contextSessions(site, { ...query, limit: limit + 1 });
  const all = [...kept.sessions, ...contexts].toSorted(
    (one, other) => other.updatedAt - one.updatedAt,
  );
  const hasMore = all.length > limit || kept.nextPageToken !== undefined;
  return { sessions: all.slice(0, limit), hasMore };
}

/**
 * Contexts that clients of protocols began and of which nothing was changed, the newest first, as the
 * sessions that they become with their first change. Their generation is 0: nothing is kept of them.
 */
export async function contextSessions(
  { sessions, tasks }: ConversationsSite,
  { principal, agent, id, limit }: Omit<ConversationsQuery, 'withClosed'>,
): Promise<readonly Session[]> {
  const { tasks: rows } = await tasks.list({
    ...(principal !== undefined && { principal }),
    ...(agent !== undefined && { agent }),
    ...(id !== undefined && { contextId: id }),
    limit: LOOKED_AT,
  });
  const newest = new Map<string, TaskRow>();
  for (const row of rows) {
    const name = JSON.stringify([row.principal, row.agent, row.contextId]);
    if (!newest.has(name)) newest.set(name, row);
  }
  const found: Session[] = [];
  for (const row of newest.values()) {
    if (found.length === limit) break;
    const key: SessionKey = { principal: row.principal, id: row.contextId };
    if (!(await sessions.get(key))) found.push(await sessionOf(tasks, row));
  }
  return found;
}

/** How many turns a session has. */
export async function countTurns(
  tasks: Pick<StoredTasks, 'list'>,
  { id: contextId, principal, agent }: Pick<Session, 'id' | 'principal' | 'agent'>,
): Promise<number> {
  return (await tasks.list({ contextId, principal, agent, limit: 1 })).total;
}

async function sessionOf(
  tasks: ConversationsSite['tasks'],
  { id, principal, agent, contextId, createdAt, updatedAt }: TaskRow,
): Promise<Session> {
  const opening = { type: 'session.opened', sessionId: contextId, agent, principal } as const;
  const session = applyToSession(undefined, { ...opening, generation: 1, at: createdAt });
  const name = await nameOf(tasks, id);
  return { ...session, generation: 0, updatedAt, ...(name !== undefined && { name }) };
}

/**
 * What the person said first, as far as the newest turn goes on from it: so no other turn is read. The task
 * may have been deleted meanwhile.
 */
async function nameOf(
  tasks: ConversationsSite['tasks'],
  taskId: string,
): Promise<string | undefined> {
  const task = await tasks.load(taskId).catch(() => undefined);
  if (!task) return undefined;
  const own = ownEntries(task).map(({ message }) => message);
  const first = [...messagesOf(task.origin.history), ...own].find(({ role }) => role === 'user');
  return first?.role === 'user' ? titleOf(first) : undefined;
}
