import { expect, it, onTestFinished } from 'vitest';
import type { AgentContext, Log, LogFields, LogLevel } from '#engine/port';
import { openMemory } from '#engine/runner';
import { Agent } from '../agent/agent.ts';
import { serve } from '../lazy-serve.ts';

const SECRET = 'sk-canary-1234567890';

interface Line {
  readonly level: LogLevel;
  readonly fields: LogFields;
  readonly message: string;
}

/** A log in memory, which answers when it holds a line of a task. */
function memoryLog(isLevelEnabled?: Log['isLevelEnabled']) {
  const lines: Line[] = [];
  const ended = Promise.withResolvers<void>();
  const at = (level: LogLevel) => (fields: LogFields, message: string) => {
    lines.push({ level, fields, message });
    if (message.startsWith('invoke_agent')) ended.resolve();
  };
  const log: Log = {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    ...(isLevelEnabled && { isLevelEnabled }),
  };
  return { log, lines, ended: ended.promise };
}

async function served(log: Log, reply: (context: AgentContext) => string) {
  const agents = [
    new Agent({
      agentId: 'guide',
      name: 'guide',
      model: async (_messages, context) => ({ role: 'assistant', content: reply(context) }),
    }),
  ];
  const server = await serve({
    agents,
    log,
    port: 0,
    backend: openMemory,
    apiKeys: [{ key: SECRET, principal: 'someone' }],
    onError: () => undefined,
  });
  onTestFinished(() => server.close(0));
  return (headers: Record<string, string>) =>
    server.fetch(
      new Request(`${server.url}/v1/responses`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ model: 'guide', input: SECRET }),
      }),
    );
}

const KEY = { authorization: `Bearer ${SECRET}` };

it('writes what came of tasks and requests, with their ids, and nothing that was said', async () => {
  const { log, lines, ended } = memoryLog();
  const post = await served(log, () => SECRET);
  expect((await post({})).status).toBe(401);
  expect((await post(KEY)).status).toBe(200);
  await ended;
  const [refused, answered] = lines.filter(({ fields }) => 'method' in fields);
  expect(refused).toMatchObject({
    level: 'info',
    fields: { method: 'POST', status: 401 },
    message: 'a request was refused',
  });
  expect(answered).toMatchObject({ level: 'debug', fields: { status: 200 } });
  expect(lines.at(-1)).toEqual({
    level: 'info',
    message: 'invoke_agent guide ended',
    fields: {
      agent: 'guide',
      task_id: expect.stringMatching(/./),
      trace_id: expect.stringMatching(/^[0-9a-f]{32}$/),
      span_id: expect.stringMatching(/^[0-9a-f]{16}$/),
      duration_ms: expect.any(Number),
    },
  });
  expect(JSON.stringify(lines)).not.toContain(SECRET);
});

it('writes failed turns as warnings, by the code of the failure', async () => {
  const { log, lines, ended } = memoryLog();
  const post = await served(log, () => {
    throw new Error(SECRET);
  });
  await post(KEY);
  await ended;
  const turn = lines.find(({ message }) => message === 'invoke_agent guide failed');
  expect(turn).toMatchObject({
    level: 'warn',
    fields: { error: expect.stringMatching(/^[\w-]+$/) },
  });
  expect(JSON.stringify(lines)).not.toContain(SECRET);
});

it('warns of what a request to a model leaves out', async () => {
  const { log, lines, ended } = memoryLog();
  const post = await served(log, (context) => {
    context.called?.({ left_out: ['odd (its arguments are not an object)'] });
    return 'fine';
  });
  await post(KEY);
  await ended;
  expect(lines).toContainEqual({
    level: 'warn',
    message: 'a request to a model leaves out what its provider refuses',
    fields: expect.objectContaining({
      agent: 'guide',
      left_out: 'odd (its arguments are not an object)',
    }),
  });
});
