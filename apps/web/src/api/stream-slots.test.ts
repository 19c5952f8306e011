import { describe, expect, it } from 'vitest';
import { takeStreamSlot, type StreamSlot, type TabLocks } from './stream-slots.ts';

/** The locks of a browser, as far as the page uses them. */
function createLocks(): TabLocks {
  const held = new Map<string, Promise<unknown>>();
  const request: TabLocks['request'] = async (name, options, hold) => {
    if (options.ifAvailable && held.has(name)) return hold(null);
    const before = held.get(name) ?? Promise.resolve();
    const mine = before.then(() => hold({}));
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
  return { request };
}

const never = new AbortController().signal;

async function takeFour(locks: TabLocks): Promise<StreamSlot[]> {
  const slots: StreamSlot[] = [];
  for (let tab = 0; tab < 4; tab += 1) slots.push(await takeStreamSlot(locks, never));
  return slots;
}

describe('takeStreamSlot', () => {
  it('gives four tabs a slot without a limit, and the fifth a turn', async () => {
    const locks = createLocks();
    const slots = await takeFour(locks);
    expect(slots.map(({ turnMs }) => turnMs)).toEqual([undefined, undefined, undefined, undefined]);
    expect((await takeStreamSlot(locks, never)).turnMs).toBeGreaterThan(0);
  });

  it('lets the sixth tab wait for the end of the turn of the fifth', async () => {
    const locks = createLocks();
    await takeFour(locks);
    const fifth = await takeStreamSlot(locks, never);
    let hasTurn = false;
    const sixth = takeStreamSlot(locks, never).then((slot) => {
      hasTurn = true;
      return slot;
    });
    await new Promise(setImmediate);
    expect(hasTurn).toBe(false);
    fifth.release();
    expect((await sixth).turnMs).toBeGreaterThan(0);
  });

  it('gives a slot that a closed tab has left', async () => {
    const locks = createLocks();
    const [first] = await takeFour(locks);
    first?.release();
    await new Promise(setImmediate);
    expect((await takeStreamSlot(locks, never)).turnMs).toBeUndefined();
  });

  it('rejects if the tab needs no stream anymore', async () => {
    const locks = createLocks();
    await takeFour(locks);
    await takeStreamSlot(locks, never);
    const left = new AbortController();
    const waiting = takeStreamSlot(locks, left.signal);
    await new Promise(setImmediate);
    left.abort();
    await expect(waiting).rejects.toThrow('aborted');
  });
});
