/**
 * An agent that hears of another one late, in a process that kills itself at a point:
 * `late-answers.ts <database> <folder> <point>`. Where it is not killed, it writes what the
 * conversation came to, as JSON.
 */
import { join } from 'node:path';
import { openCatalog } from '@timestep-ai/timestep/catalog';
import { getText, toArray, type Task } from '@timestep-ai/timestep/core';
import {
  openBackendWithStores,
  toServedAgents,
  type Runner,
  type ServedAgent,
} from '@timestep-ai/timestep/port';
import { openSqlite } from '@timestep-ai/timestep/runner';

const [path = '', folder = '', point = ''] = process.argv.slice(2);
const NEVER = new AbortController().signal;

function reach(name: string): void {
  if (name === point) process.kill(process.pid, 'SIGKILL');
}

const began = Promise.withResolvers<void>();

const catalog = await openCatalog([join(folder, 'desk')], {
  isFollowed: false,
  load: {
    async model(messages, { task }) {
      const last = messages.at(-1);
      const said = last ? getText(last) : '';
      if (task.agent === 'sky') {
        reach('the other agent at work');
        await began.promise;
        return { role: 'assistant', content: 'sunny' };
      }
      if (said.includes('sunny')) reach('the answer was heard');
      if (said !== 'go') return { role: 'assistant', content: `heard ${said}` };
      const args = JSON.stringify({ agent: 'sky', message: 'go', wait_s: 0 });
      const call = { name: 'agents_call_agent', arguments: args };
      return {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c1', type: 'function', function: call }],
      };
    },
  },
});

/** The same agent, whose calls of tools are points. */
function killing(loop: ServedAgent): ServedAgent {
  return Object.assign(Object.create(loop) as ServedAgent, {
    async environment(contextId: string, taskId?: string) {
      const environment = await loop.environment(contextId, taskId);
      return {
        ...environment,
        async callTool(...given: Parameters<typeof environment.callTool>) {
          const isLater = (given[1].awaited?.length ?? 0) > 0;
          const where = `${loop.name}${isLater ? ' again' : ''}`;
          reach(`before ${where}`);
          const result = await environment.callTool(...given);
          reach(`after ${where}`);
          return result;
        },
      };
    },
  });
}

function tasksIn(runner: Runner, agent: string): Promise<readonly Task[]> {
  return runner
    .list({ principal: 'ann', agent, pageSize: 50 })
    .then(({ tasks }) => tasks.toSorted((a, b) => a.createdAt - b.createdAt));
}

const agents = catalog.servables.list();
const backend = await openBackendWithStores(agents, () =>
  openSqlite({ path, agents: toServedAgents(agents.map(({ loop }) => killing(loop))) }),
);
const { runner } = backend;
const first = await runner.submit({
  agent: 'desk',
  principal: 'ann',
  messageId: 'm1',
  message: { role: 'user', content: 'go' },
});
await runner.waitUntilSettled(first.id, NEVER);
began.resolve();
for (const { id } of await tasksIn(runner, 'timestep.courier'))
  await runner.waitUntilSettled(id, NEVER);
for (const { id } of await tasksIn(runner, 'desk')) await runner.waitUntilSettled(id, NEVER);
const conversation = await tasksIn(runner, 'desk');
const said = conversation.map(({ entries }) =>
  toArray(entries).flatMap(({ message }) => (message.role === 'user' ? [getText(message)] : [])),
);
const counts = {
  sky: (await tasksIn(runner, 'sky')).length,
  couriers: (await tasksIn(runner, 'timestep.courier')).length,
};
await backend.close(0);
process.stdout.write(JSON.stringify({ said, ...counts }));
