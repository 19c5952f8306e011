import { deepStrictEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { foldSession, type Session, type SessionEvent } from '../core/index.ts';
import type { SessionKey, SessionStore } from '../port/index.ts';

/** Makes an empty store; each case gets a fresh one. */
export type CreateSessionStore = () => SessionStore | Promise<SessionStore>;

/** One thing every store of sessions must do. */
export interface SessionStoreCase {
  readonly name: string;
  readonly run: (create: CreateSessionStore) => Promise<void>;
}

/** What every store of sessions must do, wherever it keeps them. Run each case as a test of its own. */
export const sessionStoreSuite: readonly SessionStoreCase[] = [
  storeCase('keeps what is added to a session, as events and as their fold', async (store) => {
    const begun = await store.append(ANN, 0, [opened(ANN), named('trip')], 100);
    equal(begun.generation, 2);
    const changed = await store.append(ANN, 2, [{ type: 'session.closed' }], 200);
    deepStrictEqual(await store.get(ANN), changed);
    const events = await store.events(ANN, 0);
    deepStrictEqual(events, [
      { ...opened(ANN), generation: 1, at: 100 },
      { ...named('trip'), generation: 2, at: 100 },
      { type: 'session.closed', generation: 3, at: 200 },
    ]);
    deepStrictEqual(foldSession(events), changed);
    deepStrictEqual(await store.events(ANN, 2), events.slice(2));
  }),

  storeCase('adds nothing to a session that has changed meanwhile', async (store) => {
    await begin(store, ANN);
    await rejects(begin(store, ANN), conflict);
    await store.append(ANN, 1, [named('first')], 2);
    await rejects(store.append(ANN, 1, [named('second')], 3), conflict);
    await rejects(store.append(ANN, 3, [named('third')], 3), conflict);
    equal((await store.get(ANN))?.name, 'first');
    equal((await store.events(ANN, 0)).length, 2);
  }),

  storeCase('takes one of several changes that come at the same time', async (store) => {
    await begin(store, ANN);
    const names = ['a', 'b', 'c', 'd'];
    const taken = await Promise.allSettled(
      names.map((name) => store.append(ANN, 1, [named(name)], 2)),
    );
    equal(taken.filter(({ status }) => status === 'fulfilled').length, 1);
    equal((await store.get(ANN))?.generation, 2);
  }),

  storeCase('lists a session that belongs to no agent by its id only', async (store) => {
    await store.append(
      ANN,
      0,
      [{ type: 'session.opened', sessionId: ANN.id, principal: ANN.principal, agent: '' }],
      1,
    );
    const count = async (query: object): Promise<number> =>
      (await store.list({ principal: ANN.principal, pageSize: 9, ...query })).sessions.length;
    deepStrictEqual(
      [await count({}), await count({ id: ANN.id }), await count({ agent: '' })],
      [0, 1, 1],
    );
    equal((await store.get(ANN))?.agent, '');
  }),

  storeCase('begins a session with its opening, by its id and principal, only', async (store) => {
    const refused = { name: 'SessionStoreError', code: 'not-opened' };
    await rejects(store.append(ANN, 0, [named('trip')], 1), refused);
    await rejects(store.append(ANN, 0, [], 1), refused);
    await rejects(store.append(ANN, 0, [opened(BOB)], 1), refused);
    await rejects(store.append(ANN, 0, [opened({ ...ANN, id: 'c9' })], 1), refused);
    equal(await store.get(ANN), undefined);
    deepStrictEqual(await store.events(ANN, 0), []);
  }),

  storeCase('does not find sessions of another principal', async (store) => {
    await begin(store, ANN);
    equal(await store.get(BOB), undefined);
    deepStrictEqual(await store.events(BOB, 0), []);
    await store.erase(BOB);
    await begin(store, BOB);
    await store.append(BOB, 1, [named('of Bob')], 2);
    equal((await store.get(ANN))?.name, undefined);
    deepStrictEqual(await listed(store, { principal: 'ann' }), ['ann c1']);
  }),

  storeCase('lists sessions by principal and agent, the newest change first', async (store) => {
    await begin(store, ANN, 1);
    await begin(store, { ...ANN, id: 'c2' }, 2);
    await begin(store, { ...ANN, id: 'c3' }, 3, 'poet');
    await begin(store, BOB, 4);
    await store.append(ANN, 1, [named('newest')], 5);
    deepStrictEqual(await listed(store, { principal: 'ann' }), ['ann c1', 'ann c3', 'ann c2']);
    deepStrictEqual(await listed(store, { principal: 'ann', agent: 'a' }), ['ann c1', 'ann c2']);
    deepStrictEqual(await listed(store, { agent: 'poet' }), ['ann c3']);
    deepStrictEqual(await listed(store, { id: 'c1' }), ['ann c1', 'bob c1']);
    deepStrictEqual(await listed(store, { principal: 'bob', id: 'c2' }), []);
    deepStrictEqual(await listed(store, {}), ['ann c1', 'bob c1', 'ann c3', 'ann c2']);
  }),

  storeCase('counts a turn as a change, and keeps no event for it', async (store) => {
    await begin(store, ANN, 1);
    await begin(store, { ...ANN, id: 'c2' }, 2);
    await store.touch(ANN, 9);
    await store.touch(ANN, 3);
    await store.touch({ ...ANN, id: 'unknown' }, 9);
    deepStrictEqual(await listed(store, { principal: 'ann' }), ['ann c1', 'ann c2']);
    const session = await store.get(ANN);
    deepStrictEqual([session?.generation, session?.updatedAt], [1, 9]);
    await store.append(ANN, 1, [named('later')], 4);
    equal((await store.get(ANN))?.updatedAt, 9);
  }),

  storeCase('lists closed sessions when asked, and open ones again', async (store) => {
    await begin(store, ANN, 1);
    await begin(store, { ...ANN, id: 'c2' }, 2);
    const closed = await store.append(ANN, 1, [{ type: 'session.closed' }], 3);
    ok(closed.isClosed);
    deepStrictEqual(await listed(store, {}), ['ann c2']);
    deepStrictEqual(await listed(store, { withClosed: true }), ['ann c1', 'ann c2']);
    await store.append(ANN, 2, [opened(ANN)], 4);
    deepStrictEqual(await listed(store, {}), ['ann c1', 'ann c2']);
  }),

  storeCase('lists page by page, each session once', async (store) => {
    const ids = Array.from({ length: 7 }, (_, index) => `c${index}`);
    // Several have changed at the same time.
    for (const [index, id] of ids.entries()) await begin(store, { ...ANN, id }, index >> 1);
    const seen: string[] = [];
    let pageToken: string | undefined;
    do {
      const query = {
        principal: 'ann',
        pageSize: 3,
        ...(pageToken !== undefined && { pageToken }),
      };
      const page = await store.list(query);
      ok(page.sessions.length <= 3);
      seen.push(...page.sessions.map(({ id }) => id));
      pageToken = page.nextPageToken;
    } while (pageToken !== undefined);
    deepStrictEqual(seen, ['c6', 'c4', 'c5', 'c2', 'c3', 'c0', 'c1']);
    const unknown = store.list({ principal: 'ann', pageSize: 3, pageToken: 'x' });
    await rejects(unknown, { name: 'SessionStoreError', code: 'bad-page-token' });
  }),

  storeCase('erases a session with its log, and takes its id again', async (store) => {
    await begin(store, ANN);
    await store.append(ANN, 1, [named('trip')], 2);
    await store.erase(ANN);
    equal(await store.get(ANN), undefined);
    deepStrictEqual(await store.events(ANN, 0), []);
    deepStrictEqual(await listed(store, { withClosed: true }), []);
    await store.erase(ANN);
    equal((await begin(store, ANN)).generation, 1);
  }),

  storeCase('keeps the order of a log when the clock jumps back', async (store) => {
    await begin(store, ANN, 100);
    await store.append(ANN, 1, [named('trip')], 50);
    deepStrictEqual(
      (await store.events(ANN, 0)).map(({ at }) => at),
      [100, 100],
    );
  }),
];

const ANN: SessionKey = { principal: 'ann', id: 'c1' };
const BOB: SessionKey = { principal: 'bob', id: 'c1' };

function storeCase(name: string, check: (store: SessionStore) => Promise<void>): SessionStoreCase {
  return { name, run: async (create) => check(await create()) };
}

function opened({ principal, id }: SessionKey, agent = 'a'): SessionEvent {
  return { type: 'session.opened', sessionId: id, principal, agent };
}

function named(name: string): SessionEvent {
  return { type: 'session.named', name };
}

function begin(store: SessionStore, key: SessionKey, at = 1, agent = 'a'): Promise<Session> {
  return store.append(key, 0, [opened(key, agent)], at);
}

async function listed(
  store: SessionStore,
  query: Omit<Parameters<SessionStore['list']>[0], 'pageSize'>,
): Promise<string[]> {
  const { sessions } = await store.list({ ...query, pageSize: 9 });
  return sessions.map(({ principal, id }) => `${principal} ${id}`);
}

function conflict(thrown: unknown): boolean {
  ok(thrown instanceof Error && 'code' in thrown);
  equal(thrown.code, 'conflict');
  match(thrown.message, /try again/);
  return true;
}
