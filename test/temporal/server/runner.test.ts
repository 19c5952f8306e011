import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import {
  createTaskStore,
  createTemporalRunner,
  createTemporalWorker,
  openSqliteDatabase,
} from '@timestep-ai/temporal';
import type { Runner, ServedAgents } from '@timestep-ai/timestep/port';
import { runnerSuite } from '@timestep-ai/timestep/testing';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { startTemporal, type TemporalServer } from '../temporal-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'timestep-'));

describe('Temporal runner', () => {
  let server: TemporalServer;
  let connection: Connection;
  let count = 0;

  beforeAll(async () => {
    server = await startTemporal(join(folder, 'temporal.db'));
    connection = await Connection.connect({ address: server.address });
  });
  afterAll(async () => {
    await connection?.close();
    await server?.stop();
    rmSync(folder, { recursive: true });
  });

  /** A runner with a worker of its own, which ends with it. */
  async function create(agents: ServedAgents): Promise<Runner> {
    count += 1;
    const store = createTaskStore(openSqliteDatabase({ path: join(folder, `${count}.db`) }));
    const taskQueue = `suite-${process.pid}-${count}`;
    const { address } = server;
    const worker = await createTemporalWorker({ agents, store, address, taskQueue });
    const client = new Client({ connection });
    const runner = createTemporalRunner({ client, store, agents, taskQueue });
    return {
      ...runner,
      async close(graceMs) {
        await runner.close(graceMs);
        await worker.close(graceMs);
        await store.closeDatabase();
      },
    };
  }

  it.each(runnerSuite.map((entry) => [entry.name, entry] as const))('%s', async (_name, entry) => {
    await entry.run(create);
  });
});
