/**
 * An agent whose process may be killed: `a2a-durable-agent.ts <database> <port>`. It prints its
 * address and every model call to standard output; calls end once there is a line on standard
 * input.
 */
import { once } from 'node:events';
import { createA2AHandler, createPushService } from '@timestep-ai/timestep/a2a';
import { getText } from '@timestep-ai/timestep/core';
import { createSafePost, listen } from '@timestep-ai/timestep/http';
import { openSqlite, systemClock } from '@timestep-ai/timestep/runner';

const [path = '', port = '0'] = process.argv.slice(2);

const { runner, outbox } = openSqlite({
  path,
  agents: [
    {
      name: 'patient',
      async agent(messages, { attempt, emit }) {
        emit({ type: 'text', text: 'Let me ' });
        tell(`model attempt ${attempt}`);
        await once(process.stdin, 'data');
        const asked = messages.findLast(({ role }) => role === 'user');
        return { role: 'assistant', content: `You asked: ${asked ? getText(asked) : ''}` };
      },
      toolSite: 'server',
      limits: { max_steps: 10, time_limit_s: 600 },
      environment: () => ({ listTools: () => [], callTool: () => ({ content: '' }) }),
    },
  ],
});
const push = createPushService({
  outbox,
  runner,
  clock: systemClock,
  safePost: createSafePost({ allowedHosts: ['127.0.0.1'] }),
});
const handler = createA2AHandler({
  runner,
  push,
  agent: { name: 'patient', description: 'Takes its time.', version: '1.0.0' },
});
const { url } = await listen(
  async (request) => (await handler(request)) ?? new Response('not found', { status: 404 }),
  { port: Number(port) },
);
tell(`serving ${url}`);

function tell(line: string): void {
  process.stdout.write(`${line}\n`);
}
