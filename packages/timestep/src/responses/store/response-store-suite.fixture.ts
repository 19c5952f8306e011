import { expect, it } from 'vitest';
import { manualClock } from '../../testing/index.ts';
import { messageItem } from '../write/item-events.ts';
import type { MemoryResponseStoreOptions as StoreOptions } from './memory-response-store.ts';
import type { ResponseStore, StoredResponse } from './response-store.ts';

/** A response as far as stores look at it. */
export function record(id: string, principal = 'ann', text = ''): StoredResponse {
  const output = [messageItem(`msg_${id}`, text, 'completed')];
  const where = { agent: 'a', contextId: 'c', taskId: 't', transcriptLength: 2, instructed: false };
  const response = { id, output, status: 'completed' };
  return { principal, ...where, generation: 2, input: [], response } as unknown as StoredResponse;
}

function ids(records: readonly StoredResponse[]): string[] {
  return records.map(({ response }) => response.id);
}

/** What every store of responses must do. */
export function responseStoreSuite(create: (options: StoreOptions) => ResponseStore): void {
  const open = (bounds: Omit<StoreOptions, 'clock'> = {}) => {
    const clock = manualClock(1000);
    return { clock, store: create({ clock, ...bounds }) };
  };

  it('keeps responses and finds their items, until they are deleted', async () => {
    const { store } = open();
    expect(await store.put(record('r1'))).toEqual([]);
    expect(await store.get('ann', 'r1')).toEqual(record('r1'));
    expect(await store.item('ann', 'msg_r1')).toMatchObject({ id: 'msg_r1' });
    expect(await store.delete('ann', 'r1')).toEqual(record('r1'));
    expect(await store.get('ann', 'r1')).toBeUndefined();
    expect(await store.item('ann', 'msg_r1')).toBeUndefined();
    expect(await store.delete('ann', 'r1')).toBeUndefined();
  });

  it('replaces a response by its newer form', async () => {
    const { store } = open({ maxEntries: 1 });
    await store.put(record('r1'));
    expect(await store.put(record('r1', 'ann', 'newer'))).toEqual([]);
    expect(await store.get('ann', 'r1')).toEqual(record('r1', 'ann', 'newer'));
  });

  it('knows nothing of what belongs to another principal', async () => {
    const { store } = open();
    await store.put(record('r1'));
    expect(await store.get('bob', 'r1')).toBeUndefined();
    expect(await store.item('bob', 'msg_r1')).toBeUndefined();
    expect(await store.delete('bob', 'r1')).toBeUndefined();
    expect(await store.get('ann', 'r1')).toBeDefined();
  });

  it('drops the least recently used beyond its number, and says which', async () => {
    const { store } = open({ maxEntries: 2 });
    await store.put(record('r1'));
    await store.put(record('r2'));
    await store.get('ann', 'r1');
    expect(ids(await store.put(record('r3')))).toEqual(['r2']);
    expect(await store.get('ann', 'r2')).toBeUndefined();
    expect(await store.item('ann', 'msg_r2')).toBeUndefined();
    expect(await store.get('ann', 'r1')).toBeDefined();
  });

  it('drops the least recently used beyond its size', async () => {
    const size = JSON.stringify(record('r1')).length;
    const { store } = open({ maxSize: 2 * size });
    await store.put(record('r1'));
    await store.put(record('r2'));
    expect(ids(await store.put(record('r3')))).toEqual(['r1']);
    const large = record('r4', 'ann', 'x'.repeat(2 * size));
    expect(ids(await store.put(large))).toEqual(['r2', 'r3', 'r4']);
    expect(await store.put(record('r5'))).toEqual([]);
  });

  it('drops what was not used for its time to live', async () => {
    const { store, clock } = open({ ttlMs: 100 });
    await store.put(record('r1'));
    await store.put(record('r2'));
    clock.advance(99);
    await store.item('ann', 'msg_r1');
    clock.advance(1);
    expect(await store.get('ann', 'r2')).toBeUndefined();
    expect(await store.delete('ann', 'r2')).toBeUndefined();
    expect(await store.get('ann', 'r1')).toBeDefined();
    expect(ids(await store.put(record('r3')))).toEqual(['r2']);
  });

  it('stays within its bounds however much it is given', async () => {
    const { store } = open({ maxEntries: 10 });
    let dropped = 0;
    for (let index = 0; index < 1000; index += 1) {
      dropped += (await store.put(record(`r${index}`))).length;
    }
    expect(dropped).toBe(990);
  });

  it('says which responses are not finished, least recently used first', async () => {
    const { store } = open();
    const begun = (id: string) => {
      const { response, ...rest } = record(id);
      return { ...rest, response: { ...response, status: 'in_progress' } } as const;
    };
    await store.put(begun('r1'));
    await store.put(record('r2'));
    await store.put(begun('r3'));
    await store.put(begun('r4'));
    await store.put(record('r3'));
    await store.delete('ann', 'r4');
    expect(ids(await store.unfinished())).toEqual(['r1']);
    await store.put(begun('r5'));
    await store.get('ann', 'r1');
    expect(ids(await store.unfinished())).toEqual(['r5', 'r1']);
  });
}
