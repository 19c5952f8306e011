/**
 * Timestep's runner on Temporal, with its worker in the same process and its store in a synced
 * file.
 */
import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import {
  createTaskStore,
  createTemporalRunner,
  createTemporalWorker,
  openSqliteDatabase,
} from '@timestep-ai/temporal';
import type { StartEngine } from '../engine.ts';
import { createEngine, workerDoing } from './timestep-engine.ts';

export const start: StartEngine = async ({ folder, server: address, perform }) => {
  const store = createTaskStore(openSqliteDatabase({ path: join(folder, 'tasks.db') }));
  const agents = [workerDoing(perform)];
  const onError = (thrown: unknown): void => console.error(thrown);
  const worker = await createTemporalWorker({ agents, store, address, onError });
  const client = new Client({ connection: await Connection.connect({ address }) });
  const engine = createEngine(createTemporalRunner({ client, store, agents, onError }));
  return {
    ...engine,
    async stop() {
      await engine.stop();
      await worker.close(1000);
    },
  };
};
