import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPostgresDatabase } from '@timestep-ai/temporal';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPostgres, type PostgresServer } from './postgres-server.ts';

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

it('lets several processes create a store in PostgreSQL at the same time', async () => {
  const { url } = postgres;
  for (let round = 0; round < 5; round += 1) {
    const schema = `at_once_${round}`;
    const opening = [1, 2, 3, 4].map(() => openPostgresDatabase({ url, schema }));
    const databases = await Promise.all(opening);
    expect(databases).toHaveLength(4);
    for (const database of databases) await database.close();
  }
});
