/** OpenWorkflow on its SQLite backend: a workflow with one step per effect. */
import { join } from 'node:path';
import { OpenWorkflow } from 'openworkflow';
import { BackendSqlite } from 'openworkflow/sqlite';
import { checkEffect } from '../effect.ts';
import type { StartEngine } from '../engine.ts';

const CONCURRENCY = 100;

export const start: StartEngine = async ({ folder, perform }) => {
  const backend = BackendSqlite.connect(join(folder, 'openworkflow.db'));
  const client = new OpenWorkflow({ backend });
  const workflow = client.defineWorkflow<{ effects: number }, number>(
    { name: 'worker' },
    async ({ input, step }) => {
      for (let number = 1; number <= input.effects; number += 1) {
        checkEffect(await step.run({ name: `effect-${number}` }, () => perform(number)), number);
      }
      return input.effects;
    },
  );
  const worker = client.newWorker({ concurrency: CONCURRENCY });
  await worker.start();
  return {
    async submit(name, effects) {
      const handle = await workflow.run({ effects }, { idempotencyKey: name });
      return { answer: () => handle.result() };
    },
    async stop() {
      await worker.stop();
      await backend.stop();
    },
  };
};
