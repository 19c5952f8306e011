import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTemporal } from '@timestep-ai/temporal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROWS } from '../../interop/doors/rows.ts';
import { problemsOf, play } from '../../interop/doors/play.ts';
import type { Column } from '../../interop/doors/stage.ts';
import { startTemporal, type TemporalServer } from '../temporal-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'timestep-'));
let server: TemporalServer;

beforeAll(async () => {
  server = await startTemporal(join(folder, 'temporal.db'));
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true });
});

const column: Column = {
  name: 'Temporal',
  isDurable: true,
  open: (place, needs) =>
    openTemporal({
      ...needs,
      database: join(folder, `${place}.db`),
      address: server.address,
      taskQueue: place,
    }),
};

// Each row has a queue and a store of its own, and mostly waits: for a server, and after a restart for Temporal
// to miss the worker that has gone.
describe.concurrent('on Temporal', () => {
  it.each(ROWS.map((row) => [row.name, row] as const))('%s', async (_name, row) => {
    expect(problemsOf(column, row, await play(column, row))).toEqual([]);
  });
});
