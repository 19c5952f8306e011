import { expect, it } from 'vitest';
import { openMemory } from '#engine/runner';
import { openBackendWithStores, type Backend, type StoreUser } from './backend.ts';
import type { SessionStore } from '../store/session-store.ts';

it('gives its stores to their users before the backend is open', async () => {
  const given: (SessionStore | Promise<SessionStore>)[] = [];
  const user: StoreUser = { useSessions: (sessions) => void given.push(sessions) };
  const made = Promise.withResolvers<Backend>();
  const opening = openBackendWithStores([user, {}], () => {
    expect(given).toHaveLength(1);
    return made.promise;
  });
  const backend = openMemory({ agents: [] });
  made.resolve(backend);
  expect(await opening).toBe(backend);
  expect(await given[0]).toBe(backend.sessions);
  await backend.close(0);
});

it('tells the opener alone of a failure', async () => {
  const fail = (): never => {
    throw new Error('no room');
  };
  const user: StoreUser = { useSessions: () => undefined };
  await expect(openBackendWithStores([user], fail)).rejects.toThrow('no room');
});
