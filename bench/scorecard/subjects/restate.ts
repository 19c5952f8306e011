/**
 * Restate: each model and tool call is a durable step, an approval is an awakeable.
 * https://docs.restate.dev/ai/patterns/human-in-the-loop
 */
import {
  serve,
  workflow,
  type WorkflowContext,
  type WorkflowSharedContext,
} from '@restatedev/restate-sdk';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readAddress } from '../../durable/servers/restate-address.ts';
import { NEEDS_APPROVAL, type Look, type StartSubject } from '../subject.ts';
import { freePort } from '../../durable/servers/child-server.ts';
import { collect } from '../world.ts';

const ASKED = 'asked';

export const start: StartSubject = async ({ folder, server, story, world }) => {
  const { ingress, admin } = readAddress(server);
  const name = `worker-${story}`;

  const worker = workflow({
    name,
    handlers: {
      async run(context: WorkflowContext, task: string): Promise<string> {
        for (let results = 0; ; results += 1) {
          const said = await context.run(`model-${results}`, async () => {
            const reply = await world.askModel(task, results);
            return reply.kind === 'call'
              ? reply
              : { kind: 'text' as const, text: await collect(reply.pieces) };
          });
          if (said.kind === 'text') return said.text;
          if (said.name === NEEDS_APPROVAL) {
            const { id, promise } = context.awakeable();
            context.set(ASKED, id);
            await promise;
            context.clear(ASKED);
          }
          await context.run(`tool-${results}`, () => world.performEffect(task, said.name, said.id));
        }
      },
      async asked(context: WorkflowSharedContext): Promise<string> {
        return (await context.get<string>(ASKED)) ?? '';
      },
    },
  });
  const port = await keepPort(folder);
  await serve({ services: [worker], port, logger: () => undefined });
  await send(`${admin}/deployments`, { uri: `http://127.0.0.1:${port}`, force: true });

  return {
    async submit(task) {
      await send(`${ingress}/${name}/${task}/run/send`, task);
    },
    async look(task): Promise<Look> {
      const output = await fetch(`${ingress}/restate/workflow/${name}/${task}/output`);
      if (output.status === 200) return { state: 'ended', answer: String(await output.json()) };
      if (output.status === 404) return { state: 'unknown' };
      if (output.status !== 470) return { state: 'failed', reason: await output.text() };
      const approval = JSON.parse(await send(`${ingress}/${name}/${task}/asked`)) as string;
      return approval ? { state: 'waiting', approval } : { state: 'working' };
    },
    async approve(_task, approval) {
      await send(`${ingress}/restate/awakeables/${approval}/resolve`, 'yes');
    },
    follow: undefined,
  };
};

/** A restarted service is reached where it was: invocations are bound to their deployment. */
async function keepPort(folder: string): Promise<number> {
  const file = join(folder, 'service-port');
  if (existsSync(file)) return Number(readFileSync(file, 'utf8'));
  const port = await freePort();
  writeFileSync(file, String(port));
  return port;
}

async function send(url: string, body?: unknown): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, {
    method: 'POST',
    ...(body !== undefined && { headers, body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url}: ${response.status} ${text}`);
  return text;
}
