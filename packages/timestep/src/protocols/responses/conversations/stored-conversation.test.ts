import { describe, expect, it } from 'vitest';
import { SessionStoreError, type SessionStore } from '#engine/port';
import { createMemorySessionStore } from '#engine/store';
import { createManualClock } from '#testing';
import {
  changeConversation,
  loadConversation,
  storeNewConversation,
} from './stored-conversation.ts';

const KEY = { principal: 'ann', id: 'conv_1' };
const noted = (by: string) => [{ type: 'session.noted', metadata: { by } } as const];

/** A store in which others change the session before each of the first changes. */
async function contested(times: number) {
  const store = createMemorySessionStore();
  const clock = createManualClock(1000);
  await storeNewConversation({ sessions: store, clock }, KEY, []);
  let left = times;
  const sessions: SessionStore = {
    ...store,
    async append(key, generation, events, at) {
      if (left > 0) {
        left -= 1;
        await store.append(key, generation, noted('another'), at);
      }
      return store.append(key, generation, events, at);
    },
  };
  return { sessions, clock };
}

describe('changeConversation', () => {
  it('changes what others have changed meanwhile', async () => {
    const seen: unknown[] = [];
    const site = await contested(2);
    const session = await changeConversation(site, KEY, ({ metadata }) => {
      seen.push(metadata?.['by']);
      return noted('me');
    });
    expect(session.metadata).toEqual({ by: 'me' });
    expect(seen).toEqual([undefined, 'another', 'another']);
  });

  it('gives up where others never stop', async () => {
    const site = await contested(100);
    const changing = changeConversation(site, KEY, () => noted('me'));
    await expect(changing).rejects.toThrow(SessionStoreError);
    await expect(changing).rejects.toMatchObject({ code: 'conflict' });
  });
});

it('a session of a person is not a conversation', async () => {
  const sessions = createMemorySessionStore();
  const clock = createManualClock(1000);
  const { principal, id } = KEY;
  const opened = { type: 'session.opened', sessionId: id, agent: 'weather', principal } as const;
  await sessions.append(KEY, 0, [opened], 1);
  await expect(loadConversation({ sessions, clock }, KEY)).rejects.toMatchObject({ status: 404 });
});
