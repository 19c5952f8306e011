/** DBOS on PostgreSQL: a workflow with one step per effect. */
import { DBOS } from '@dbos-inc/dbos-sdk';
import { checkEffect } from '../effect.ts';
import type { StartEngine } from '../engine.ts';

export const start: StartEngine = async ({ server, perform }) => {
  DBOS.setConfig({
    name: 'bench',
    systemDatabaseUrl: server,
    logLevel: 'error',
  });
  const workflow = DBOS.registerWorkflow(
    async (effects: number) => {
      for (let number = 1; number <= effects; number += 1) {
        const text = await DBOS.runStep(() => perform(number), { name: `effect-${number}` });
        checkEffect(text, number);
      }
      return effects;
    },
    { name: 'worker' },
  );
  await DBOS.launch();
  return {
    async submit(name, effects) {
      const handle = await DBOS.startWorkflow(workflow, { workflowID: name })(effects);
      return { answer: () => handle.getResult() };
    },
    stop: () => DBOS.shutdown(),
  };
};
