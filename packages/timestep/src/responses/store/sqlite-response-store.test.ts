import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { manualClock, responseStoreSuite, type CreateResponseStore } from '../../testing/index.ts';
import type { StoredResponse } from './response-store.ts';
import { createSqliteResponseStore } from './sqlite-response-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'timestep-'));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
function newPath(): string {
  files += 1;
  return join(folder, `${files}.db`);
}

const clock = manualClock(1000);

/** A response as far as stores look at it. */
function record(id: string): StoredResponse {
  const where = { agent: 'a', contextId: 'c', taskId: 't', transcriptLength: 2, instructed: false };
  const response = { id, output: [{ id: `msg_${id}`, type: 'message' }], status: 'completed' };
  const kept = { principal: 'ann', ...where, generation: 2, input: [], response };
  return kept as unknown as StoredResponse;
}

describe('createSqliteResponseStore', () => {
  it.each(responseStoreSuite.map((entry) => [entry.name, entry] as const))(
    '%s',
    async (_name, { run }) => {
      const create: CreateResponseStore = (options) =>
        createSqliteResponseStore({ ...options, path: newPath() });
      await expect(run(create)).resolves.toBeUndefined();
    },
  );

  it('keeps what it was given when it is opened again, order and bounds included', async () => {
    const path = newPath();
    const first = createSqliteResponseStore({ path, clock });
    await first.put(record('r1'));
    await first.put(record('r2'));
    await first.get('ann', 'r1');
    first.close();
    const second = createSqliteResponseStore({ path, clock, maxEntries: 2 });
    const dropped = await second.put(record('r3'));
    expect(dropped).toEqual([record('r2')]);
    expect(await second.get('ann', 'r1')).toEqual(record('r1'));
    expect(await second.item('ann', 'msg_r1')).toMatchObject({ id: 'msg_r1' });
    second.close();
  });

  it('may be open in two processes at once', async () => {
    const path = newPath();
    const one = createSqliteResponseStore({ path, clock, maxEntries: 2 });
    const other = createSqliteResponseStore({ path, clock, maxEntries: 2 });
    await one.put(record('r1'));
    await other.put(record('r2'));
    expect(await one.put(record('r3'))).toEqual([record('r1')]);
    expect(await other.get('ann', 'r3')).toEqual(record('r3'));
    one.close();
    other.close();
  });

  it('writes nothing when the newest is read again and again', async () => {
    const path = newPath();
    const store = createSqliteResponseStore({ path, clock });
    await store.put(record('r1'));
    const reader = new DatabaseSync(path);
    const version = () => reader.prepare('PRAGMA data_version').get()?.['data_version'];
    const before = version();
    await store.get('ann', 'r1');
    expect(version()).toBe(before);
    await store.put(record('r2'));
    await store.get('ann', 'r1');
    expect(version()).not.toBe(before);
    reader.close();
    store.close();
  });

  it('brings a file of an earlier release up to date', async () => {
    const path = newPath();
    const first = createSqliteResponseStore({ path, clock });
    const { response, ...rest } = record('r1');
    const begun: StoredResponse = { ...rest, response: { ...response, status: 'in_progress' } };
    const otherBegun = { ...begun, response: { ...begun.response, id: 'r2' } };
    await first.put(begun);
    first.close();
    const earlier = new DatabaseSync(path);
    earlier.exec(`
      DROP TRIGGER response_added;
      DROP TRIGGER response_removed;
      DROP TABLE account;
      DROP INDEX response_ended_of;
      DROP INDEX response_ended;
      ALTER TABLE response DROP COLUMN holder;
      ALTER TABLE response DROP COLUMN held_until;
      PRAGMA user_version = 1`);
    earlier.close();
    const later = createSqliteResponseStore({ path, clock, maxEntriesPerPrincipal: 1 });
    await expect(later.put(otherBegun)).rejects.toMatchObject({ code: 'principal-full' });
    const lease = { holder: 'a', now: 0, until: 10 };
    expect(await later.claim(lease, ['a'])).toEqual([begun]);
    expect(await later.claim(lease, ['a'])).toEqual([]);
    later.close();
  });

  it('says when it cannot keep something', async () => {
    const store = createSqliteResponseStore({ path: newPath(), clock });
    store.close();
    await expect(store.put(record('r1'))).rejects.toMatchObject({ code: 'failed' });
  });

  it('refuses what is not its own, and what a newer release wrote', () => {
    const foreign = newPath();
    const database = new DatabaseSync(foreign);
    database.exec('CREATE TABLE theirs (x)');
    database.close();
    expect(() => createSqliteResponseStore({ path: foreign, clock })).toThrow(/something else/);
    const text = newPath();
    writeFileSync(text, 'no database, however long it may be '.repeat(100));
    const unreadable = { code: 'cannot-open' };
    expect(() => createSqliteResponseStore({ path: text, clock })).toThrow(
      expect.objectContaining(unreadable),
    );
    const missing = join(folder, 'nowhere', 'responses.db');
    expect(() => createSqliteResponseStore({ path: missing, clock })).toThrow(
      expect.objectContaining(unreadable),
    );
    const newer = newPath();
    createSqliteResponseStore({ path: newer, clock }).close();
    const changed = new DatabaseSync(newer);
    changed.exec('PRAGMA user_version = 99');
    changed.close();
    expect(() => createSqliteResponseStore({ path: newer, clock })).toThrow(/newer release/);
  });
});
