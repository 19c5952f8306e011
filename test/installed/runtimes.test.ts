import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { installProject, listArchives } from './project.ts';
import { hasRuntimes, RUNTIMES, type Runtime } from './runtimes.ts';

const run = promisify(execFile);
const folder = installProject([listArchives()['timestep'] ?? '', 'zod@^4.0.0']);
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const COMMAND = join(folder, 'node_modules/@timestep-ai/timestep/dist/people/cli/main.js');

/** Serves an agent with a tool on SQLite, asks it over A2A, Responses and AG-UI, and asks it again after a restart. */
const PROGRAM = `
import { Agent, tool } from '@timestep-ai/timestep';
import * as z from 'zod';

const start = () => new Agent({
  agentId: 'clock',
  model: (messages) => {
    const last = messages.at(-1);
    if (last?.role === 'tool') return 'It is ' + String(last.content);
    const call = { name: 'read_clock', arguments: '{"city":"Oslo"}' };
    return { role: 'assistant', content: null, tool_calls: [{ id: 'c1', type: 'function', function: call }] };
  },
  tools: {
    read_clock: tool({ description: 'The time.', input: z.object({ city: z.string() }), execute: () => 'noon' }),
  },
}).start({ port: 0, database: process.argv[2] });

const post = async (url: string, body: object) => {
  const headers = { 'content-type': 'application/json', 'a2a-version': '1.0' };
  return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).text();
};
const message = { messageId: 'm1', role: 'ROLE_USER', parts: [{ text: 'What time is it?' }] };
const input = { threadId: 't', runId: 'r', messages: [{ id: 'u', role: 'user', content: 'What time is it?' }] };
const seen = [];
for (const life of [1, 2]) {
  const server = await start();
  const answers = [
    await post(server.url, { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } }),
    await post(server.url + '/v1/responses', { model: 'clock', input: 'What time is it?' }),
    await post(server.url + '/agui', input),
  ];
  seen.push(...answers.map((text) => life + ':' + text.includes('noon')));
  await server.close();
}
console.log(seen.join(' '));
`;

it.each(RUNTIMES)('serves, calls a tool, closes and goes on: $name', async (runtime) => {
  const { stdout } = await run(runtime.command, listArguments(runtime, 'served', PROGRAM), {
    cwd: folder,
  });
  expect(stdout).toBe('1:true 1:true 1:true 2:true 2:true 2:true\n');
});

/** Prints that its tool works, and in a second life what the task that was cut off there says. */
const KILLED = `
import { Agent, tool } from '@timestep-ai/timestep';
import * as z from 'zod';

const [, , database, life] = process.argv;
const server = await new Agent({
  agentId: 'clock',
  model: (messages) => {
    const last = messages.at(-1);
    if (last?.role === 'tool') return 'It is ' + String(last.content);
    const call = { name: 'read_clock', arguments: '{}' };
    return { role: 'assistant', content: null, tool_calls: [{ id: 'c1', type: 'function', function: call }] };
  },
  tools: {
    read_clock: tool({
      description: 'The time.',
      input: z.object({}),
      replay: 'safe',
      execute: async () => {
        if (life === 'second') return 'noon';
        console.log('works');
        await new Promise((resolve) => setTimeout(resolve, 600_000));
      },
    }),
  },
}).start({ port: 0, database });
const headers = { 'content-type': 'application/json', 'a2a-version': '1.0' };
const message = { messageId: 'm1', role: 'ROLE_USER', parts: [{ text: 'What time is it?' }] };
const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } });
const answer = await (await fetch(server.url, { method: 'POST', headers, body })).text();
console.log(answer.includes('It is noon') ? 'answered' : answer);
await server.close();
`;

it.each(RUNTIMES)('goes on after it is killed while a tool works: $name', async (runtime) => {
  const args = listArguments(runtime, 'killed', KILLED);
  const first = spawn(runtime.command, args, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  expect(await readFirstLine(first)).toBe('works');
  first.kill('SIGKILL');
  await once(first, 'exit');
  const { stdout } = await run(runtime.command, [...args, 'second'], { cwd: folder });
  expect(stdout).toBe('answered\n');
});

it.each(RUNTIMES)('runs the command: $name', async ({ name, command, args }) => {
  const agent = join(folder, `agent-${name.replaceAll(' ', '-')}`);
  const database = join(agent, 'tasks.db');
  const options = { cwd: folder, env: { ...process.env, OPENAI_API_KEY: 'sk-runtimes' } };
  const timestep = async (...words: readonly string[]): Promise<string> =>
    (await run(command, [...args, COMMAND, ...words], options)).stdout;
  expect(await timestep('new', agent, '--bare', '--model', 'openai/gpt-5-mini')).toContain(
    'Created the agent',
  );
  expect(await timestep('check', agent)).toContain('0 mistakes');
  const words = ['serve', agent, '--port', '0', '--json', '--database', database];
  const served = spawn(command, [...args, COMMAND, ...words], {
    ...options,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void served.kill('SIGKILL'));
  const { port } = JSON.parse(await readFirstLine(served)) as { readonly port: number };
  const address = `http://127.0.0.1:${port}`;
  expect(await (await fetch(`${address}/health`)).json()).toEqual({ status: 'ok' });
  expect(await (await fetch(`${address}/ui/`)).text()).toContain('<html');
  const ended = once(served, 'exit');
  served.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  expect(await timestep('tasks', 'list', '--database', database)).toBe('no tasks\n');
});

/** Writes a program, and returns the arguments that run it with a database of its own. */
function listArguments({ name, args }: Runtime, story: string, text: string): string[] {
  const program = join(folder, `${story}.ts`);
  writeFileSync(program, text);
  return [...args, program, join(folder, `${story}-${name.replaceAll(' ', '-')}.db`)];
}

/** Resolves to the first line that a process prints; rejects if it ends before. */
function readFirstLine(child: ChildProcess & { readonly stdout: Readable }): Promise<string> {
  const first = Promise.withResolvers<string>();
  createInterface(child.stdout).once('line', first.resolve);
  child.once('exit', (code) => first.reject(new Error(`ended with ${code}`)));
  return first.promise;
}

it('says that it does not run where a runtime is missing, or fails where it must', () => {
  expect(hasRuntimes(['/nowhere/bun'], {})).toBe(false);
  expect(() => hasRuntimes(['/nowhere/bun'], { TIMESTEP_REQUIRE_RUNTIMES: '1' })).toThrow(
    'npm run install:runtimes',
  );
});
