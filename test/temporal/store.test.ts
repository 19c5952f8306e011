import { mkdtempSync, rmSync, chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createSqlOutbox,
  openPostgresDatabase,
  openSqliteDatabase,
  type SqlDatabase,
} from '@timestep/temporal';
import { outboxSuite } from 'timestep/testing';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { startPostgres, type PostgresServer } from './postgres-server.ts';
import { storeSuite } from './store-suite.ts';

const folder = mkdtempSync(join(tmpdir(), 'timestep-'));
chmodSync(folder, 0o755);
let postgres: PostgresServer;

beforeAll(async () => {
  postgres = await startPostgres(join(folder, 'postgres'));
});
afterAll(async () => {
  await postgres?.stop();
  rmSync(folder, { recursive: true });
});

/** Runs a case on the outbox in a database, beside tasks that are as long as the case says. */
async function outboxCase(database: SqlDatabase, run: (typeof outboxSuite)[number]['run']) {
  const setGeneration = (taskId: string, generation: number): Promise<void> =>
    database.write(function* lengthen() {
      yield {
        sql: `INSERT INTO task VALUES (?, '', 'a', 'c', 'working', 0, 0, 0, ?)
              ON CONFLICT (id) DO UPDATE SET generation = excluded.generation`,
        values: [taskId, generation],
      };
    });
  await run({ outbox: createSqlOutbox(database), setGeneration });
  await database.close();
}

const cases = storeSuite.map((entry) => [entry.name, entry] as const);

describe('task store in SQLite', () => {
  it.each(cases)('%s', async (name, entry) => {
    const path = join(folder, `${cases.findIndex(([other]) => other === name)}.db`);
    await entry.run(async () => openSqliteDatabase({ path }));
  });

  it.each(outboxSuite.map((entry, index) => [entry.name, entry, index] as const))(
    'outbox: %s',
    async (_name, { run }, index) => {
      await outboxCase(openSqliteDatabase({ path: join(folder, `outbox-${index}.db`) }), run);
    },
  );
});

describe('task store in PostgreSQL', () => {
  it.each(cases)('%s', async (name, entry) => {
    const schema = `case_${cases.findIndex(([other]) => other === name)}`;
    await entry.run(() => openPostgresDatabase({ url: postgres.url, schema }));
  });

  it.each(outboxSuite.map((entry, index) => [entry.name, entry, index] as const))(
    'outbox: %s',
    async (_name, { run }, index) => {
      const schema = `outbox_${index}`;
      await outboxCase(await openPostgresDatabase({ url: postgres.url, schema }), run);
    },
  );
});
