import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, type TestContext } from 'vitest';
import type { JsonObject } from '#core';
import { sqliteBackend } from '#engine/runner';

const PROCESS = fileURLToPath(new URL('parked-process.fixture.ts', import.meta.url));
const STARTS_MS = 120_000;
const CRASHES = 3;
const QUESTION = 'The model call has ended its process 3 times in a row. Go on or cancel?';

/** A server whose model ends the process until `heal` is called. */
function poisoned(onTestFinished: TestContext['onTestFinished']) {
  const folder = mkdtempSync(join(tmpdir(), 'timestep-parked-'));
  const harmless = join(folder, 'harmless');
  let child: ChildProcess | undefined;
  onTestFinished(() => {
    child?.kill('SIGKILL');
    rmSync(folder, { recursive: true });
  });

  async function start(): Promise<string> {
    const flags = ['--conditions=@timestep/source', PROCESS, harmless];
    child = spawn(process.execPath, flags, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
    const { stdout } = child;
    if (!stdout) throw new Error('no output');
    const [line] = (await Promise.race([once(stdout, 'data'), once(child, 'exit')])) as [unknown];
    return String(line).trim();
  }

  /** Sends a request that ends the process, and starts it until it stays. */
  const crash = async (send: (url: string) => Promise<unknown>): Promise<string> => {
    const url = await start();
    const ended = child && once(child, 'exit');
    const sent = await send(url).catch(() => undefined);
    await ended;
    for (let count = 2; count <= CRASHES; count += 1) {
      await start();
      if (child?.exitCode === null) await once(child, 'exit');
    }
    const last = await start();
    expect(last).toMatch(/^http/);
    return typeof sent === 'string' ? `${last} ${sent}` : last;
  };
  const heal = (): void => writeFileSync(harmless, '');
  return { database: join(folder, '.timestep/tasks.db'), heal, crash };
}

async function call(url: string, body?: JsonObject): Promise<JsonObject> {
  const headers = { 'content-type': 'application/json', 'a2a-version': '1.0' };
  const response = await fetch(
    url,
    body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers },
  );
  const text = await response.text();
  const lines = text.split('\n').filter((line) => line.startsWith('data: {'));
  const last = lines.at(-1)?.slice('data: '.length) ?? text;
  return JSON.parse(last) as JsonObject;
}

it.concurrent(
  'asks over A2A, and goes on if it is told to',
  async ({ onTestFinished }) => {
    const { crash, heal, database } = poisoned(onTestFinished);
    const message = (text: string, more: JsonObject = {}) => ({
      message: { messageId: text, role: 'ROLE_USER', parts: [{ text }], ...more },
    });
    const url = await crash((first) => call(`${first}/message:send`, message('hi')));
    const { tasks } = await call(`${url}/tasks`);
    const [{ id: taskId }] = tasks as [{ id: string }];
    const { findings } = await sqliteBackend.examine(
      { database, options: {}, env: {} },
      Date.now(),
    );
    expect(findings[0]).toMatchObject({ code: 'parked-task' });
    expect(await call(`${url}/tasks/${taskId}`)).toMatchObject({
      status: {
        state: 'TASK_STATE_INPUT_REQUIRED',
        message: { role: 'ROLE_AGENT', parts: [{ text: `${QUESTION} (go on, cancel)` }] },
      },
    });
    heal();
    expect(await call(`${url}/message:send`, message('go on', { taskId }))).toMatchObject({
      task: { status: { state: 'TASK_STATE_COMPLETED', message: { parts: [{ text: 'done' }] } } },
    });
  },
  STARTS_MS,
);

it.concurrent(
  'asks over A2A, and ends if it is told to',
  async ({ onTestFinished }) => {
    const { crash } = poisoned(onTestFinished);
    const message = { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'hi' }] };
    const url = await crash((first) => call(`${first}/message:send`, { message }));
    const { tasks } = await call(`${url}/tasks`);
    const [{ id: taskId }] = tasks as [{ id: string }];
    const answer = { ...message, messageId: 'no', parts: [{ text: 'cancel' }], taskId };
    expect(await call(`${url}/message:send`, { message: answer })).toMatchObject({
      task: { status: { state: 'TASK_STATE_CANCELED' } },
    });
  },
  STARTS_MS,
);

it.concurrent(
  'asks over Responses, and goes on with the next response',
  async ({ onTestFinished }) => {
    const { crash, heal } = poisoned(onTestFinished);
    const request = { model: 'poison', background: true, store: true, input: 'hi' };
    const [url = '', id = ''] = (
      await crash(async (first) => (await call(`${first}/v1/responses`, request))['id'])
    ).split(' ');
    expect(await call(`${url}/v1/responses/${id}`)).toMatchObject({
      status: 'completed',
      output: [{ type: 'message', content: [{ text: `${QUESTION} (go on, cancel)` }] }],
    });
    heal();
    const next = { model: 'poison', input: 'go on', previous_response_id: id };
    expect(await call(`${url}/v1/responses`, next)).toMatchObject({
      status: 'completed',
      output: [{ type: 'message', content: [{ text: 'done' }] }],
    });
  },
  STARTS_MS,
);

it.concurrent(
  'asks over AG-UI by an interrupt',
  async ({ onTestFinished }) => {
    const { crash, heal } = poisoned(onTestFinished);
    const input = (runId: string, more: JsonObject = {}) => ({
      threadId: 't',
      runId,
      state: {},
      tools: [],
      context: [],
      forwardedProps: {},
      messages: [{ id: 'm', role: 'user', content: 'hi' }],
      ...more,
    });
    const url = await crash((first) => call(`${first}/agui`, input('r1')));
    const asked = await call(`${url}/agui`, input('r1'));
    expect(asked).toMatchObject({
      type: 'RUN_FINISHED',
      outcome: {
        type: 'interrupt',
        interrupts: [{ reason: 'input_required', message: `${QUESTION} (go on, cancel)` }],
      },
    });
    heal();
    const { interrupts } = asked['outcome'] as unknown as { interrupts: [{ id: string }] };
    const resume = [{ interruptId: interrupts[0].id, status: 'resolved', payload: 'go on' }];
    const answer = input('r2', { resume, messages: [] });
    expect(await call(`${url}/agui`, answer)).toMatchObject({
      type: 'RUN_FINISHED',
      outcome: { type: 'success' },
    });
  },
  STARTS_MS,
);
