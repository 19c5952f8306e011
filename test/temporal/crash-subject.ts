/**
 * A worker and a runner in one process, which is killed: `crash-subject.ts <order> <server>
 * <bundle> [<most events>]`.
 */
import { basename, dirname } from 'node:path';
import { inspect } from 'node:util';
import { Client, Connection } from '@temporalio/client';
import {
  createTaskStore,
  createTemporalRunner,
  createTemporalWorker,
  openSqliteDatabase,
} from '@timestep-ai/temporal';
import { systemClock } from '@timestep-ai/timestep/runner';
import { createSqlOutbox, createSqlResponseStore } from '@timestep-ai/timestep/store';
import { createKillPoints } from '../crash/kill-points.ts';
import type { Order } from '../crash/story.ts';
import { tellStory } from '../crash/tell-story.ts';

const [given = '', address = '', mostEvents] = process.argv.slice(2);
const order = JSON.parse(given) as Order;
const { path, killAt, signal, leaseMs } = order;
const points = createKillPoints(killAt, signal);

const database = openSqliteDatabase({ path });
const watched = {
  ...database,
  async write<T>(...write: Parameters<typeof database.write<T>>): Promise<T> {
    points.pass('before commit');
    const value = await database.write(...write);
    points.pass('after commit');
    return value;
  },
};
const store = createTaskStore(watched);
// Each scenario has a separate queue, because the name of its folder is new.
const taskQueue = basename(dirname(path));
const connection = await Connection.connect({ address });
const client = new Client({ connection });

const told = await tellStory(order, points, async (agents) => {
  await createTemporalWorker({ agents, store, address, taskQueue });
  const runner = createTemporalRunner({
    client,
    store,
    agents,
    taskQueue,
    heartbeatMs: leaseMs,
    onError: (thrown) => void process.stderr.write(`${inspect(thrown)}\n`),
    ...(mostEvents !== undefined && { mostEvents: Number(mostEvents) }),
  });
  const responses = createSqlResponseStore(watched, { clock: systemClock });
  return { runner, outbox: createSqlOutbox(watched), responses };
});
process.stdout.write(JSON.stringify(told), () => process.exit(0));
