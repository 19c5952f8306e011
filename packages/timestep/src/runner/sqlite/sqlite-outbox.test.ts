import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, it } from 'vitest';
import { outboxSuite } from '../../testing/index.ts';
import { createSqliteOutbox } from './sqlite-outbox.ts';
import { temporaryFiles } from './store.fixture.ts';

const files = temporaryFiles();
afterAll(files.remove);

/** Tells the store how long a task's log is. */
function generationsIn(path: string): (taskId: string, generation: number) => void {
  const database = new DatabaseSync(path, { timeout: 5000 });
  const upsert = database.prepare(
    `INSERT INTO task VALUES (?1, '', 'a', 'c', 'working', 0, 0, 0, ?2, 'o', 1)
     ON CONFLICT (id) DO UPDATE SET generation = ?2`,
  );
  return (taskId, generation) => void upsert.run(taskId, generation);
}

describe('the outbox in SQLite', () => {
  it.each(outboxSuite)('$name', async ({ run }) => {
    const path = files.newPath();
    const outbox = createSqliteOutbox({ path });
    const site = { outbox, setGeneration: generationsIn(path) };
    await expect(run(site)).resolves.toBeUndefined();
    outbox.close();
  });

  it('outlives its process, and lends to one of two', async () => {
    const path = files.newPath();
    const before = createSqliteOutbox({ path });
    const target = { taskId: 't1', id: 'a', url: 'https://example.com', version: '1.0' } as const;
    await before.put(target, 0, 9);
    before.close();
    generationsIn(path)('t1', 3);
    const [one, two] = [createSqliteOutbox({ path }), createSqliteOutbox({ path })];
    expect(await one.claim({ holder: 'one', now: 1000, until: 2000 }, 9)).toHaveLength(1);
    expect(await two.claim({ holder: 'two', now: 1000, until: 2000 }, 9)).toEqual([]);
    expect(await two.claim({ holder: 'two', now: 2000, until: 3000 }, 9)).toHaveLength(1);
    one.close();
    two.close();
  });
});
