import {
  applySessionEvent,
  historyToMessages,
  listValidEntries,
  omitUndefined,
  type EntryPoint,
  type Session,
} from '#core';
import {
  createEventLoopBreaks,
  type SessionKey,
  type SessionStore,
  type StoredTasks,
  type TaskFilter,
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
  /**
   * Whether contexts are left out that no person has started on the page, in a terminal or in an editor, such as
   * those of programs that call agents over A2A. Default: false.
   */
  readonly isOwn?: boolean;
  readonly limit: number;
}

/** A session in a list. */
export interface ListedSession extends Session {
  /** How the newest message of a context without a session arrived; undefined if it is unknown. */
  readonly entry?: EntryPoint;
}

/** A page of conversations, most recently changed first. */
export interface ConversationsPage {
  readonly sessions: readonly ListedSession[];
  readonly hasMore: boolean;
}

/** Ways in which messages of people arrive. */
const OWN_ENTRY_POINTS: readonly EntryPoint[] = ['page', 'terminal', 'acp'];

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
  { principal, agent, id, isOwn, limit }: Omit<ConversationsQuery, 'withClosed'>,
): Promise<readonly ListedSession[]> {
  const filter = omitUndefined({ principal, agent, contextId: id });
  const listRows = isOwn === true ? listRowsOfPeople : listRowsOfAll;
  const seen = new Set<string>();
  const found: ListedSession[] = [];
  const takeBreak = createEventLoopBreaks();
  // Reading a small multiple of the limit usually yields enough contexts, because most contexts have few turns.
  for (let most = limit * 4; ; most *= 4) {
    const searched = Math.min(most, MAX_SEARCHED_TURNS);
    const { rows, hasMore } = await listRows(tasks, { ...filter, limit: searched });
    for (const row of rows) {
      const context = JSON.stringify([row.principal, row.agent, row.contextId]);
      if (seen.has(context)) continue;
      seen.add(context);
      const key: SessionKey = { principal: row.principal, id: row.contextId };
      if (!(await sessions.get(key))) found.push(await taskRowToSession(tasks, row));
      await takeBreak();
      if (found.length === limit) return found;
    }
    if (!hasMore || searched === MAX_SEARCHED_TURNS) return found;
  }
}

/** The newest turns, and whether older ones may exist. */
interface SearchedRows {
  readonly rows: readonly TaskRow[];
  readonly hasMore: boolean;
}

async function listRowsOfAll(
  tasks: Pick<StoredTasks, 'list'>,
  filter: TaskFilter,
): Promise<SearchedRows> {
  const { tasks: rows } = await tasks.list(filter);
  return { rows, hasMore: rows.length === filter.limit };
}

/** Lists turns by entry point, so that many turns of programs do not take the place of a person's. */
async function listRowsOfPeople(
  tasks: Pick<StoredTasks, 'list'>,
  filter: TaskFilter,
): Promise<SearchedRows> {
  const listings = await Promise.all(
    OWN_ENTRY_POINTS.map(async (entry) => {
      const { rows, hasMore } = await listRowsOfAll(tasks, { ...filter, entry, isAsked: false });
      // A database that does not count by entry point ignores the filter.
      return { hasMore, rows: rows.filter((row) => row.entry === entry && !row.isAsked) };
    }),
  );
  const rows = listings.flatMap((listing) => listing.rows);
  return {
    rows: rows.toSorted((one, other) => other.updatedAt - one.updatedAt).slice(0, filter.limit),
    hasMore: listings.some(({ hasMore }) => hasMore),
  };
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
  { id, principal, agent, contextId, createdAt, updatedAt, entry }: TaskRow,
): Promise<ListedSession> {
  const opening = { type: 'session.opened', sessionId: contextId, agent, principal } as const;
  const session = applySessionEvent(undefined, { ...opening, generation: 1, at: createdAt });
  const facts = omitUndefined({ name: await deriveTitleFromTask(tasks, id), entry });
  return { ...session, generation: 0, updatedAt, ...facts };
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
