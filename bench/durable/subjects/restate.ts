/** Restate's SDK with its server: a workflow with one step per effect. */
import { serve, workflow, type WorkflowContext } from '@restatedev/restate-sdk';
import { checkEffect } from '../effect.ts';
import type { StartEngine } from '../engine.ts';
import { readAddress } from '../servers/restate-address.ts';

export const start: StartEngine = async ({ server, perform }) => {
  const { ingress, admin, servicePort } = readAddress(server);
  const worker = workflow({
    name: 'worker',
    handlers: {
      async run(context: WorkflowContext, effects: number): Promise<number> {
        for (let number = 1; number <= effects; number += 1) {
          checkEffect(await context.run(`effect-${number}`, () => perform(number)), number);
        }
        return effects;
      },
    },
  });
  // The log of each task's start and end is disabled, because it would be measured too.
  const logger = () => undefined;
  await serve({ services: [worker], port: servicePort, logger });
  await postJson(`${admin}/deployments`, { uri: `http://127.0.0.1:${servicePort}`, force: true });
  return {
    async submit(name, effects) {
      await postJson(`${ingress}/worker/${name}/run/send`, effects);
      return {
        answer: async () =>
          Number(await readText(fetch(`${ingress}/restate/workflow/worker/${name}/attach`))),
      };
    },
    stop: async () => undefined,
  };
};

function postJson(url: string, body: unknown): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  return readText(fetch(url, { method: 'POST', headers, body: JSON.stringify(body) }));
}

async function readText(asking: Promise<Response>): Promise<string> {
  const response = await asking;
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${text}`);
  return text;
}
