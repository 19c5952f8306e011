/** The minimum for an effect on Temporal: an activity that writes no data of its own. */
import { fileURLToPath } from 'node:url';
import { Client, Connection } from '@temporalio/client';
import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import type { StartEngine } from '../engine.ts';

export const start: StartEngine = async ({ server: address, perform }) => {
  Runtime.install({ logger: new DefaultLogger('ERROR') });
  const connection = await NativeConnection.connect({ address });
  const taskQueue = 'bare';
  const worker = await Worker.create({
    connection,
    taskQueue,
    workflowsPath: fileURLToPath(new URL('temporal-activity.workflow.ts', import.meta.url)),
    activities: { perform },
    maxConcurrentActivityTaskExecutions: 100,
  });
  const done = worker.run();
  const client = new Client({ connection: await Connection.connect({ address }) });
  return {
    async submit(workflowId, effects) {
      const args = [effects];
      const handle = await client.workflow.start('worker', { workflowId, taskQueue, args });
      return { answer: async () => Number(await handle.result()) };
    },
    async stop() {
      worker.shutdown();
      await done;
    },
  };
};
