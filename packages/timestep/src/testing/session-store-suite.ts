import { deepStrictEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { foldSession, type Session, type SessionEvent } from '#core';
import type { SessionKey, SessionStore } from '#engine/port';

/** Creates an empty store. Each case gets a fresh one. */
export type CreateSessionStore = () => SessionStore | Promise<SessionStore>;

/** A test case for session stores. */
export interface SessionStoreCase {
  readonly name: string;
  readonly run: (create: CreateSessionStore) => Promise<void>;
}

/** Test cases that every session store must pass. Run each case as a separate test. */
export const sessionStoreSuite: readonly SessionStoreCase[] = [
  createStoreCase(
    'keeps what is added to a session, as events and as their fold',
    async (store) => {
      const begun = await store.append(
        ANN,
        0,
        [createOpenedEvent(ANN), createNamedEvent('trip')],
        100,
      );
      equal(begun.generation, 2);
      const changed = await store.append(ANN, 2, [{ type: 'session.closed' }], 200);
      deepStrictEqual(await store.get(ANN), changed);
      const events = await store.readEvents(ANN, 0);
      deepStrictEqual(events, [
        { ...createOpenedEvent(ANN), generation: 1, at: 100 },
        { ...createNamedEvent('trip'), generation: 2, at: 100 },
        { type: 'session.closed', generation: 3, at: 200 },
      ]);
      deepStrictEqual(foldSession(events), changed);
      deepStrictEqual(await store.readEvents(ANN, 2), events.slice(2));
    },
  ),

  createStoreCase('adds nothing to a session that has changed meanwhile', async (store) => {
    await startSession(store, ANN);
    await rejects(startSession(store, ANN), assertConflictError);
    await store.append(ANN, 1, [createNamedEvent('first')], 2);
    await rejects(store.append(ANN, 1, [createNamedEvent('second')], 3), assertConflictError);
    await rejects(store.append(ANN, 3, [createNamedEvent('third')], 3), assertConflictError);
    equal((await store.get(ANN))?.name, 'first');
    equal((await store.readEvents(ANN, 0)).length, 2);
  }),

  createStoreCase('takes one of several changes that come at the same time', async (store) => {
    await startSession(store, ANN);
    const names = ['a', 'b', 'c', 'd'];
    const taken = await Promise.allSettled(
      names.map((name) => store.append(ANN, 1, [createNamedEvent(name)], 2)),
    );
    equal(taken.filter(({ status }) => status === 'fulfilled').length, 1);
    equal((await store.get(ANN))?.generation, 2);
  }),

  createStoreCase('lists a session that belongs to no agent by its id only', async (store) => {
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

  createStoreCase(
    'begins a session with its opening, by its id and principal, only',
    async (store) => {
      const refused = { name: 'SessionStoreError', code: 'not-opened' };
      await rejects(store.append(ANN, 0, [createNamedEvent('trip')], 1), refused);
      await rejects(store.append(ANN, 0, [], 1), refused);
      await rejects(store.append(ANN, 0, [createOpenedEvent(BOB)], 1), refused);
      await rejects(store.append(ANN, 0, [createOpenedEvent({ ...ANN, id: 'c9' })], 1), refused);
      equal(await store.get(ANN), undefined);
      deepStrictEqual(await store.readEvents(ANN, 0), []);
    },
  ),

  createStoreCase('does not find sessions of another principal', async (store) => {
    await startSession(store, ANN);
    equal(await store.get(BOB), undefined);
    deepStrictEqual(await store.readEvents(BOB, 0), []);
    await store.erase(BOB);
    await startSession(store, BOB);
    await store.append(BOB, 1, [createNamedEvent('of Bob')], 2);
    equal((await store.get(ANN))?.name, undefined);
    deepStrictEqual(await listFirstPageSessionKeys(store, { principal: 'ann' }), ['ann c1']);
  }),

  createStoreCase(
    'lists sessions by principal and agent, the newest change first',
    async (store) => {
      await startSession(store, ANN, 1);
      await startSession(store, { ...ANN, id: 'c2' }, 2);
      await startSession(store, { ...ANN, id: 'c3' }, 3, 'poet');
      await startSession(store, BOB, 4);
      await store.append(ANN, 1, [createNamedEvent('newest')], 5);
      deepStrictEqual(await listFirstPageSessionKeys(store, { principal: 'ann' }), [
        'ann c1',
        'ann c3',
        'ann c2',
      ]);
      deepStrictEqual(await listFirstPageSessionKeys(store, { principal: 'ann', agent: 'a' }), [
        'ann c1',
        'ann c2',
      ]);
      deepStrictEqual(await listFirstPageSessionKeys(store, { agent: 'poet' }), ['ann c3']);
      deepStrictEqual(await listFirstPageSessionKeys(store, { id: 'c1' }), ['ann c1', 'bob c1']);
      deepStrictEqual(await listFirstPageSessionKeys(store, { principal: 'bob', id: 'c2' }), []);
      deepStrictEqual(await listFirstPageSessionKeys(store, {}), [
        'ann c1',
        'bob c1',
        'ann c3',
        'ann c2',
      ]);
    },
  ),

  createStoreCase('counts a turn as a change, and keeps no event for it', async (store) => {
    await startSession(store, ANN, 1);
    await startSession(store, { ...ANN, id: 'c2' }, 2);
    await store.touch(ANN, 9);
    await store.touch(ANN, 3);
    await store.touch({ ...ANN, id: 'unknown' }, 9);
    deepStrictEqual(await listFirstPageSessionKeys(store, { principal: 'ann' }), [
      'ann c1',
      'ann c2',
    ]);
    const session = await store.get(ANN);
    deepStrictEqual([session?.generation, session?.updatedAt], [1, 9]);
    await store.append(ANN, 1, [createNamedEvent('later')], 4);
    equal((await store.get(ANN))?.updatedAt, 9);
  }),

  createStoreCase('lists closed sessions when asked, and open ones again', async (store) => {
    await startSession(store, ANN, 1);
    await startSession(store, { ...ANN, id: 'c2' }, 2);
    const closed = await store.append(ANN, 1, [{ type: 'session.closed' }], 3);
    ok(closed.isClosed);
    deepStrictEqual(await listFirstPageSessionKeys(store, {}), ['ann c2']);
    deepStrictEqual(await listFirstPageSessionKeys(store, { withClosed: true }), [
      'ann c1',
      'ann c2',
    ]);
    await store.append(ANN, 2, [createOpenedEvent(ANN)], 4);
    deepStrictEqual(await listFirstPageSessionKeys(store, {}), ['ann c1', 'ann c2']);
  }),

  createStoreCase('lists page by page, each session once', async (store) => {
    const ids = Array.from({ length: 7 }, (_, index) => `c${index}`);
    // Pairs of sessions change at the same time, to test the order of sessions with equal times.
    for (const [index, id] of ids.entries()) await startSession(store, { ...ANN, id }, index >> 1);
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

  createStoreCase('erases a session with its log, and takes its id again', async (store) => {
    await startSession(store, ANN);
    await store.append(ANN, 1, [createNamedEvent('trip')], 2);
    await store.erase(ANN);
    equal(await store.get(ANN), undefined);
    deepStrictEqual(await store.readEvents(ANN, 0), []);
    deepStrictEqual(await listFirstPageSessionKeys(store, { withClosed: true }), []);
    await store.erase(ANN);
    equal((await startSession(store, ANN)).generation, 1);
  }),

  createStoreCase('keeps the order of a log when the clock jumps back', async (store) => {
    await startSession(store, ANN, 100);
    await store.append(ANN, 1, [createNamedEvent('trip')], 50);
    deepStrictEqual(
      (await store.readEvents(ANN, 0)).map(({ at }) => at),
      [100, 100],
    );
  }),
];

const ANN: SessionKey = { principal: 'ann', id: 'c1' };
const BOB: SessionKey = { principal: 'bob', id: 'c1' };

function createStoreCase(
  name: string,
  check: (store: SessionStore) => Promise<void>,
): SessionStoreCase {
  return { name, run: async (create) => check(await create()) };
}

function createOpenedEvent({ principal, id }: SessionKey, agent = 'a'): SessionEvent {
  return { type: 'session.opened', sessionId: id, principal, agent };
}

function createNamedEvent(name: string): SessionEvent {
  return { type: 'session.named', name };
}

function startSession(store: SessionStore, key: SessionKey, at = 1, agent = 'a'): Promise<Session> {
  return store.append(key, 0, [createOpenedEvent(key, agent)], at);
}

async function listFirstPageSessionKeys(
  store: SessionStore,
  query: Omit<Parameters<SessionStore['list']>[0], 'pageSize'>,
): Promise<string[]> {
  const { sessions } = await store.list({ ...query, pageSize: 9 });
  return sessions.map(({ principal, id }) => `${principal} ${id}`);
}

function assertConflictError(thrown: unknown): boolean {
  ok(thrown instanceof Error && 'code' in thrown);
  equal(thrown.code, 'conflict');
  match(thrown.message, /try again/);
  return true;
}
