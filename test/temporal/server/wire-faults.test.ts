import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTemporal } from '@timestep-ai/temporal';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { listWrongAnswers, openServer } from '../../interop/wire-faults.ts';
import { startPostgres, type PostgresServer } from '../postgres-server.ts';
import { startTemporal, type TemporalServer } from '../temporal-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'timestep-'));
chmodSync(folder, 0o755);
let temporal: TemporalServer;
let postgres: PostgresServer;

beforeAll(async () => {
  postgres = await startPostgres(join(folder, 'postgres'));
  temporal = await startTemporal(join(folder, 'temporal.db'));
});
afterAll(async () => {
  await temporal?.stop();
  await postgres?.stop();
  rmSync(folder, { recursive: true });
});

it('a wrong id is the mistake of its caller on PostgreSQL too, and texts keep NUL', async () => {
  const { server, errors, send } = await openServer((needs) =>
    openTemporal({ ...needs, address: temporal.address, database: postgres.url }),
  );
  onTestFinished(() => server.close(0));
  expect(await listWrongAnswers(send)).toEqual([]);
  const body = { model: 'echo', input: 'a\0b \ud83d c' };
  const { status, text } = await send({ path: '/v1/responses', body });
  expect(status).toBe(200);
  expect(text).toContain('a\\u0000b \ufffd c');
  expect(errors).toEqual([]);
});
