/**
 * The process that is killed: `subject.ts <database> <world> <kill at> <signal> <lease ms>`. It sends
 * the same messages each time it is started, as a client would that got no answer, and prints what
 * became of them once they are answered.
 */
import type { AssistantMessage, Message, Task, ToolSchema } from 'timestep/core';
import { textOf, transcriptOf } from 'timestep/core';
import type { ServedAgent, ToolEnvironment } from 'timestep/port';
import { createSqliteRunner } from 'timestep/runner';
import { createKillPoints, type KillSignal } from './kill-points.ts';
import { TOOLS } from './scenario.ts';

const [path = '', world = '', killAt = '0', signal = 'SIGKILL', leaseMs = '10000'] =
  process.argv.slice(2);
const points = createKillPoints(Number(killAt), signal as KillSignal);
const never = new AbortController().signal;

async function outside(kind: string, key: string, attempt: number): Promise<void> {
  points.pass(`before ${kind}`);
  const body = JSON.stringify({ kind, key, attempt });
  await (await fetch(world, { method: 'POST', body })).body?.cancel();
  points.pass(`after ${kind}`);
}

/** Asks for every tool once, side by side, then answers each message with what it says. */
function reply(messages: readonly Message[]): AssistantMessage {
  const heard = messages.flatMap((message) => (message.role === 'user' ? [textOf(message)] : []));
  const hasCalled = messages.some((message) => message.role === 'tool');
  if (hasCalled) return { role: 'assistant', content: `heard ${heard.join(' and ')}` };
  const tool_calls = TOOLS.map(({ name }) => ({
    id: `call-${name}`,
    type: 'function' as const,
    function: { name, arguments: '{}' },
  }));
  return { role: 'assistant', content: '', tool_calls };
}

const environment: ToolEnvironment = {
  listTools: () =>
    TOOLS.map(({ name, replay }): ToolSchema => ({
      type: 'function',
      ...(replay && { replay }),
      function: { name, parameters: { type: 'object' } },
    })),
  async callTool({ name }, { key, attempt }) {
    await outside(name, key, attempt);
    return { content: `ran ${name}` };
  },
};

const served: ServedAgent = {
  name: 'subject',
  async agent(messages, { key, attempt }) {
    await outside('model', key, attempt);
    return reply(messages);
  },
  toolSite: 'server',
  limits: { max_steps: 30, time_limit_s: 60 },
  environment: () => environment,
};

const runner = createSqliteRunner({
  path,
  agents: [served],
  leaseMs: Number(leaseMs),
  observeCommit: (phase) => points.pass(`${phase} commit`),
});

async function send(messageId: string, taskId?: string): Promise<Task> {
  points.pass(`before accepting ${messageId}`);
  const message = { role: 'user', content: messageId } as const;
  const to = taskId === undefined ? {} : { taskId };
  const task = await runner.submit({ agent: 'subject', principal: '', messageId, message, ...to });
  points.pass(`after accepting ${messageId}`);
  return task;
}

const first = await send('m1');
await send('m2', first.id);
const other = await send('m3');
const ended = await Promise.all([first, other].map((task) => runner.settled(task.id, never)));
const told = ended.map((task) => ({
  state: task.state,
  generation: task.generation,
  transcript: transcriptOf(task),
}));
await runner.close(1000);
process.stdout.write(JSON.stringify({ points: points.passed(), tasks: told }));
