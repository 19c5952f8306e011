import { describe, expect, it } from 'vitest';
import { takeStreamPlace, type StreamPlace } from './stream-places.ts';

/** The locks of a browser, as far as the page uses them. */
function createLocks(): Pick<LockManager, 'request'> {
  const held = new Map<string, Promise<unknown>>();
  const request = async (
    name: string,
    options: LockOptions,
    hold: LockGrantedCallback<unknown>,
  ) => {
    if (options.ifAvailable && held.has(name)) return hold(null);
    const before = held.get(name) ?? Promise.resolve();
    const mine = before.then(() => hold({ name, mode: 'exclusive' }));
    held.set(name, mine);
    await Promise.race([
      mine,
      new Promise((_resolve, reject) => {
        options.signal?.addEventListener('abort', () => reject(new Error('aborted')));
      }),
    ]);
    if (held.get(name) === mine) held.delete(name);
    return undefined;
  };
  return { request } as unknown as Pick<LockManager, 'request'>;
}

const never = new AbortController().signal;

async function takeFour(locks: Pick<LockManager, 'request'>): Promise<StreamPlace[]> {
  const places: StreamPlace[] = [];
  for (let tab = 0; tab < 4; tab += 1) places.push(await takeStreamPlace(locks, never));
  return places;
}

describe('takeStreamPlace', () => {
  it('gives four tabs a place without a limit, and the fifth a turn', async () => {
    const locks = createLocks();
    const places = await takeFour(locks);
    expect(places.map(({ turnMs }) => turnMs)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect((await takeStreamPlace(locks, never)).turnMs).toBeGreaterThan(0);
  });

  it('lets the sixth tab wait for the end of the turn of the fifth', async () => {
    const locks = createLocks();
    await takeFour(locks);
    const fifth = await takeStreamPlace(locks, never);
    let hasTurn = false;
    const sixth = takeStreamPlace(locks, never).then((place) => {
      hasTurn = true;
      return place;
    });
    await new Promise(setImmediate);
    expect(hasTurn).toBe(false);
    fifth.release();
    expect((await sixth).turnMs).toBeGreaterThan(0);
  });

  it('gives a place that a closed tab has left', async () => {
    const locks = createLocks();
    const [first] = await takeFour(locks);
    first?.release();
    await new Promise(setImmediate);
    expect((await takeStreamPlace(locks, never)).turnMs).toBeUndefined();
  });

  it('rejects if the tab needs no stream anymore', async () => {
    const locks = createLocks();
    await takeFour(locks);
    await takeStreamPlace(locks, never);
    const left = new AbortController();
    const waiting = takeStreamPlace(locks, left.signal);
    await new Promise(setImmediate);
    left.abort();
    await expect(waiting).rejects.toThrow('aborted');
  });
});
