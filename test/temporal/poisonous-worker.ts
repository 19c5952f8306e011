/** `poisonous-worker.ts <address> <queue> <folder>`: a worker of an agent one of whose calls ends the process. */
import { join } from 'node:path';
import { createTaskStore, createTemporalWorker, openSqliteDatabase } from '@timestep-ai/temporal';
import { serveCallsAtOnce } from './calls-at-once.ts';

const [, , address = '', taskQueue = '', folder = ''] = process.argv;

await createTemporalWorker({
  agents: [serveCallsAtOnce(folder)],
  store: createTaskStore(openSqliteDatabase({ path: join(folder, 'tasks.db') })),
  address,
  taskQueue,
  exitFolder: join(folder, 'workers'),
});
