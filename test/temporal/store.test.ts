import { mkdtempSync, rmSync, chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPostgresDatabase, openSqliteDatabase } from '@timestep/temporal';
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

const cases = storeSuite.map((entry) => [entry.name, entry] as const);

describe('task store in SQLite', () => {
  it.each(cases)('%s', async (name, entry) => {
    const path = join(folder, `${cases.findIndex(([other]) => other === name)}.db`);
    await entry.run(async () => openSqliteDatabase({ path }));
  });
});

describe('task store in PostgreSQL', () => {
  it.each(cases)('%s', async (name, entry) => {
    const schema = `case_${cases.findIndex(([other]) => other === name)}`;
    await entry.run(() => openPostgresDatabase({ url: postgres.url, schema }));
  });
});
