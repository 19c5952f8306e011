import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { listen, type ListeningServer } from '@timestep-ai/timestep/http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPostgres, type PostgresServer } from '../postgres-server.ts';
import { startTemporal, type TemporalServer } from '../temporal-server.ts';

const MAIN = join(import.meta.dirname, '../../../packages/timestep/src/people/cli/main.ts');
const folder = mkdtempSync(join(tmpdir(), 'timestep-'));
chmodSync(folder, 0o755);
let temporal: TemporalServer;
let postgres: PostgresServer;
let model: ListeningServer;
const running: ChildProcess[] = [];
const asked: string[] = [];

beforeAll(async () => {
  postgres = await startPostgres(join(folder, 'postgres'));
  temporal = await startTemporal(join(folder, 'temporal.db'));
  model = await listen(
    async (request) => {
      asked.push(await request.text());
      const delta = { role: 'assistant', content: 'as you wish' };
      const choices = [{ index: 0, delta, finish_reason: 'stop' }];
      const chunk = { id: 'c', object: 'chat.completion.chunk', created: 0, model: 'm', choices };
      const body = `data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`;
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
    },
    { port: 0 },
  );
  const settings = { model: 'openai-compatible/m' };
  writeFileSync(
    join(folder, 'tsagent.json'),
    JSON.stringify({ metadata: { name: 'Guide' }, settings }),
  );
  writeFileSync(join(folder, 'prompt.md'), 'You guide.');
});
afterAll(async () => {
  for (const child of running) await ended(child);
  await model?.close(0);
  await temporal?.stop();
  await postgres?.stop();
  rmSync(folder, { recursive: true });
});

/** Starts the command; resolves to the first line it says, as JSON. */
async function timestep(...args: readonly string[]): Promise<Record<string, unknown>> {
  const env = {
    ...process.env,
    OPENAI_COMPATIBLE_BASE_URL: `${model.url}/v1`,
    OPENAI_COMPATIBLE_API_KEY: 'none',
    STORE_OF_TASKS: postgres.url,
  };
  const beside = ['--temporal-address', temporal.address, '--task-queue', 'command', '--json'];
  const child = spawn(
    process.execPath,
    [
      '--conditions=@timestep/source',
      MAIN,
      ...args,
      '--database',
      '${env:STORE_OF_TASKS}',
      ...beside,
    ],
    { env, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  running.push(child);
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  for await (const line of createInterface({ input: child.stdout })) {
    return JSON.parse(line) as Record<string, unknown>;
  }
  throw new Error(`timestep ${args.join(' ')} ended: ${errors}`);
}

async function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
  return child.exitCode;
}

function call(url: unknown, method: string, params: object): Promise<Record<string, unknown>> {
  return post(String(url), { jsonrpc: '2.0', id: 1, method, params });
}

async function post(url: string, body: object): Promise<Record<string, unknown>> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'a2a-version': '1.0' },
    body: JSON.stringify(body),
  });
  return (await response.json()) as Record<string, unknown>;
}

it('serves a folder on Temporal by many servers and workers, with one flag', async () => {
  const serving = ['serve', folder, '--runner', 'temporal', '--no-worker', '--port', '0'];
  const [first, second] = await Promise.all([timestep(...serving), timestep(...serving)]);
  expect(await timestep('worker', folder)).toEqual({ agent: 'guide', works: true });
  const message = { messageId: 'm1', role: 'ROLE_USER', parts: [{ text: 'lead' }] };
  const sent = await call(first.url, 'SendMessage', { message });
  expect(sent).toMatchObject({
    result: { task: { status: { state: 'TASK_STATE_COMPLETED' } } },
  });
  const { id } = (sent as unknown as { result: { task: { id: string } } }).result.task;
  expect(await call(second.url, 'GetTask', { id })).toMatchObject({
    result: { id, status: { state: 'TASK_STATE_COMPLETED' } },
  });
  expect(await call(second.url, 'SendMessage', { message })).toEqual(sent);
  expect(asked).toHaveLength(1);

  const asking = { model: 'guide', input: 'lead on' };
  const answer = await post(`${String(first.url)}/v1/responses`, asking);
  expect(answer).toMatchObject({ status: 'completed' });
  const response = await fetch(`${String(second.url)}/v1/responses/${String(answer['id'])}`);
  expect(await response.json()).toEqual(answer);
  for (const child of running) expect(await ended(child)).toBe(0);
});

it('says what to do where Temporal is not', async () => {
  const args = ['serve', folder, '--runner', 'temporal', '--temporal-address', '127.0.0.1:1'];
  const place = ['--database', join(folder, 'none.db'), '--port', '0'];
  const child = spawn(
    process.execPath,
    ['--conditions=@timestep/source', MAIN, ...args, ...place],
    {
      env: {
        ...process.env,
        OPENAI_COMPATIBLE_BASE_URL: model.url,
        OPENAI_COMPATIBLE_API_KEY: 'x',
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  let said = '';
  child.stderr.on('data', (piece: Buffer) => (said += piece.toString()));
  expect(await once(child, 'close')).toEqual([1, null]);
  expect(said).toMatch(/^timestep: cannot reach Temporal at 127\.0\.0\.1:1, .*: start it/);
  expect(said).not.toMatch(/\n\s+at /);
});
