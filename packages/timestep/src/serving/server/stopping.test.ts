import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import type { AgentFn } from '#engine/port';
import { Agent } from './agent/agent.ts';
import type { Serving } from './serve.ts';

const REPLY = { role: 'assistant', content: 'done', expects_reply: true } as const;

interface Stop {
  readonly serving: Serving;
  readonly told: string[];
  readonly finish: () => void;
  readonly called: Promise<void>;
  readonly database: string;
}

async function open(database = createDatabase()): Promise<Stop> {
  const told: string[] = [];
  const called = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const model: AgentFn = async (_, { signal }) => {
    called.resolve();
    await Promise.race([gate.promise, new Promise((r) => signal.addEventListener('abort', r))]);
    signal.throwIfAborted();
    return REPLY;
  };
  const agent = new Agent({ agentId: 'desk', model });
  const onError = (thrown: unknown): void => void told.push(String(thrown));
  const serving = await agent.start({ port: 0, database, onError });
  return { serving, told, finish: gate.resolve, called: called.promise, database };
}

function createDatabase(): string {
  const folder = mkdtempSync(join(tmpdir(), 'stopping-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'tasks.db');
}

async function respond(url: string, more: object = {}): Promise<string> {
  const response = await fetch(`${url}/v1/responses`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'desk', input: 'go', ...more }),
  });
  return `${response.status} ${response.headers.get('x-should-retry')} ${await response.text()}`;
}

async function retrieve(url: string, id: string): Promise<string> {
  const response = await fetch(`${url}/v1/responses/${id}`);
  const { status } = (await response.json()) as { status: string };
  return status;
}

/** Starts the server again, whose tasks end, and returns the state of a response then. */
async function retrieveAfterRestart(database: string, id: string): Promise<string> {
  const { serving, finish } = await open(database);
  finish();
  try {
    await expect.poll(() => retrieve(serving.url, id), { timeout: 20_000 }).not.toBe('in_progress');
    return await retrieve(serving.url, id);
  } finally {
    await serving.close(0);
  }
}

function findResponseId(answer: string): string {
  const [id] = /resp_\w+/.exec(answer) ?? [];
  return id ?? 'none';
}

const WHOLE = /^200 null .*"text":"done"/s;
const STOPPED = /continues when it is back: retrieve it with GET \/v1\/responses\/resp_/;
const STARTED = /"status":"in_progress"/;

interface Kind {
  readonly kind: string;
  readonly fields: object;
  /** What the caller reads if the task ends during the stop, and if it ends after the stop. */
  readonly ended: RegExp;
  readonly cut: RegExp;
}

const KINDS: readonly Kind[] = [
  { kind: 'whole', fields: {}, ended: WHOLE, cut: /^503 false .*"server_stopping"/ },
  { kind: 'streamed', fields: { stream: true }, ended: WHOLE, cut: STOPPED },
  { kind: 'background', fields: { background: true }, ended: STARTED, cut: STARTED },
];

it.each(KINDS)(
  'a $kind response that ends during a stop is told and stored',
  async ({ fields, ended }) => {
    const { serving, told, finish, called, database } = await open();
    const answered = respond(serving.url, fields);
    await called;
    const closed = serving.close(20_000);
    await pause(50);
    finish();
    await closed;
    const answer = await answered;
    expect(answer).toMatch(ended);
    expect(answer).not.toContain('"status":"failed"');
    expect(told).toEqual([]);
    expect(await retrieveAfterRestart(database, findResponseId(answer))).toBe('completed');
  },
  30_000,
);

it.each(KINDS)(
  'a $kind response that outlives a stop goes on, and its caller reads so',
  async ({ fields, cut }) => {
    const { serving, told, called, database } = await open();
    const answered = respond(serving.url, fields);
    await called;
    await serving.close(100);
    const answer = await answered;
    expect(answer).toMatch(cut);
    expect(answer).not.toMatch(/"status":"(failed|completed)"/);
    expect(told).toEqual([]);
    expect(await retrieveAfterRestart(database, findResponseId(answer))).toBe('completed');
  },
  30_000,
);

it('a response that is not stored is told if it ends during a stop', async () => {
  const { serving, told, finish, called } = await open();
  const answered = respond(serving.url, { store: false });
  await called;
  const closed = serving.close(20_000);
  await pause(50);
  finish();
  await closed;
  expect(await answered).toMatch(WHOLE);
  expect(told).toEqual([]);
});

it('a stop without a grace waits for nobody', async () => {
  const { serving, called, told } = await open();
  const answered = respond(serving.url).catch(() => 'cut');
  await called;
  const begunAt = performance.now();
  await serving.close(0);
  expect(performance.now() - begunAt).toBeLessThan(1000);
  expect(await answered).not.toContain('"status":"failed"');
  expect(told).toEqual([]);
});

it.each(KINDS)(
  'a stop that disconnects the caller of a $kind response cancels nothing',
  async (kind) => {
    const { serving, called, database } = await open();
    const answered = respond(serving.url, kind.fields).catch(() => 'cut');
    await called;
    await serving.close(0);
    await answered;
    const { serving: next, finish } = await open(database);
    finish();
    const states = async () => {
      const { tasks } = await next.runner.list({ principal: '', pageSize: 10 });
      return tasks.map(({ state }) => state);
    };
    await expect.poll(states, { timeout: 20_000 }).toEqual(['input-required']);
    await next.close(0);
  },
  30_000,
);
