import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPostgresDatabase } from '@timestep-ai/temporal';
import type { AssistantMessage, JsonObject } from '@timestep-ai/timestep/core';
import type { AgentFn, ResponseStore, Runner, ToolEnvironment } from '@timestep-ai/timestep/port';
import { createResponsesHandler } from '@timestep-ai/timestep/responses';
import { createMemoryRunner } from '@timestep-ai/timestep/runner';
import { createSqlResponseStore } from '@timestep-ai/timestep/store';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { startPostgres, type PostgresServer } from './postgres-server.ts';

const SWEEP_MS = 30;
const model = 'assistant';
const BACKGROUND = { model, input: 'Weather?', background: true };

const folder = mkdtempSync(join(tmpdir(), 'timestep-'));
chmodSync(folder, 0o755);
let postgres: PostgresServer;
let schemas = 0;

beforeAll(async () => {
  postgres = await startPostgres(join(folder, 'postgres'));
});
afterAll(async () => {
  await postgres?.stop();
  rmSync(folder, { recursive: true });
});

/** What replicas have in common: the runner, the database and the time. */
interface Deployment {
  readonly runner: Runner;
  readonly schema: string;
  readonly clock: { time: number };
}

interface Replica {
  ask(method: string, path: string, body?: object): Promise<JsonObject>;
  /** The events of a background response after one of them. */
  stream(id: string, after?: number): Promise<JsonObject[]>;
  /** The same of all events, once the task is followed: from then on no deletion can come before that. */
  opened(id: string): Promise<() => Promise<JsonObject[]>>;
  /** Resolves when it has looked for what others left, beginning now. */
  looked(): Promise<void>;
  /** Takes the database away, as if the process were gone. */
  die(): Promise<void>;
}

function deploy(
  agent: AgentFn,
  callTool: ToolEnvironment['callTool'] = () => ({ content: '' }),
): Deployment {
  const limits = { max_steps: 5, time_limit_s: 60 };
  const environment = (): ToolEnvironment => ({
    listTools: () => [{ type: 'function', function: { name: 'look', parameters: {} } }],
    callTool,
  });
  const runner = createMemoryRunner({
    agents: [{ name: model, agent, toolSite: 'server', limits, environment }],
  });
  onTestFinished(() => runner.close(0));
  schemas += 1;
  return { runner, schema: `replicas_${schemas}`, clock: { time: 1000 } };
}

function eventsIn(text: string): JsonObject[] {
  const lines = text.split('\n').filter((line) => line.startsWith('data: {'));
  return lines.map((line) => JSON.parse(line.slice('data: '.length)) as JsonObject);
}

/** Reads a stream of events, and says when what comes next is of the task itself. */
async function readAll({ body }: Response, onBegun: () => void): Promise<string> {
  let text = '';
  for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk;
    if (text.includes('response.in_progress')) onBegun();
  }
  return text;
}

/** A server as each machine of a deployment runs one. */
async function replica(
  { runner, schema, clock }: Deployment,
  /** Before that, it keeps no end of a response. */
  ending: Promise<void> = Promise.resolve(),
): Promise<Replica> {
  const database = await openPostgresDatabase({ url: postgres.url, schema });
  const now = (): number => clock.time;
  const store = createSqlResponseStore(database, { clock: { now } });
  let looks = 0;
  const unfinished: ResponseStore['listUnfinished'] = async (...given) => {
    const found = await store.listUnfinished(...given);
    looks += 1;
    return found;
  };
  const end: ResponseStore['end'] = async (...given) => {
    await ending;
    return store.end(...given);
  };
  const handler = createResponsesHandler({
    runner,
    agents: [{ name: model }],
    store: { ...store, listUnfinished: unfinished, end },
    clock: { now },
    sweepMs: SWEEP_MS,
  });
  onTestFinished(async () => {
    handler.close();
    await database.close();
  });
  const send = async (method: string, path: string, body?: object): Promise<Response> => {
    const init = { method, ...(body && { body: JSON.stringify(body) }) };
    const response = await handler(new Request(`http://localhost/v1/responses${path}`, init));
    if (!response) throw new Error(`${path} is not served`);
    return response;
  };
  return {
    async ask(method, path, body) {
      return (await (await send(method, path, body)).json()) as JsonObject;
    },
    async stream(id, after) {
      const from = after === undefined ? '' : `&starting_after=${after}`;
      return eventsIn(await (await send('GET', `/${id}?stream=true${from}`)).text());
    },
    async opened(id) {
      const begun = Promise.withResolvers<void>();
      const text = readAll(await send('GET', `/${id}?stream=true`), begun.resolve);
      await begun.promise;
      return async () => eventsIn(await text);
    },
    async looked() {
      const before = looks;
      // The first of them may have begun already.
      await expect.poll(() => looks - before).toBeGreaterThan(1);
    },
    die: () => database.close(),
  };
}

function says(content: string): AssistantMessage {
  return { role: 'assistant', content };
}

/** Looks once, and says what it saw. */
const looksOnce: AgentFn = (messages) => {
  const seen = messages.find((message) => message.role === 'tool');
  if (seen) return says(`I saw: ${seen.content}`);
  const look = { id: 'c1', type: 'function', function: { name: 'look', arguments: '{}' } } as const;
  return { role: 'assistant', content: null, tool_calls: [look] };
};

/** A tool that answers when it is told to, and counts. */
function gatedTool() {
  const answer = Promise.withResolvers<{ content: string }>();
  const calls: string[] = [];
  const callTool: ToolEnvironment['callTool'] = async (_call, { key }) => {
    calls.push(key);
    return answer.promise;
  };
  return { callTool, calls, answer: (content: string) => answer.resolve({ content }) };
}

/** The id of a response that goes on in the background. */
async function begin(at: Replica): Promise<string> {
  const { id } = await at.ask('POST', '', BACKGROUND);
  expect(id).toMatch(/^resp_/);
  return id as string;
}

function ended(of: Replica, id: string): Promise<JsonObject> {
  const found = (): Promise<JsonObject> => of.ask('GET', `/${id}`);
  return expect.poll(found).not.toMatchObject({ status: 'in_progress' }).then(found);
}

it('retrieves, streams and continues what another replica has begun', async () => {
  const told = Promise.withResolvers<void>();
  const heard: unknown[][] = [];
  const deployment = deploy(async (messages) => {
    heard.push(messages.map(({ content }) => content));
    await told.promise;
    return says('Sunny.');
  });
  const one = await replica(deployment);
  const two = await replica(deployment);
  const id = await begin(one);
  const path = `/${id}`;
  const begun = await one.ask('GET', path);
  expect(begun).toMatchObject({ id, status: 'in_progress' });
  expect(await two.ask('GET', path)).toEqual(begun);
  const next = { model, input: 'And now?', previous_response_id: id } as const;
  expect(await two.ask('POST', '', next)).toMatchObject({
    error: { code: 'previous_response_in_progress' },
  });
  const reading = [one.stream(id), two.stream(id), two.stream(id, 1)];
  const between = await replica(deployment);
  await between.looked();
  expect(await between.ask('GET', path)).toEqual(begun);
  told.resolve();
  const [whole = [], same, rest] = await Promise.all(reading);
  expect(whole.at(-1)).toMatchObject({ type: 'response.completed' });
  expect(same).toEqual(whole);
  expect(rest).toEqual(whole.slice(2));
  for (const any of [one, two, between]) {
    expect(await any.stream(id)).toEqual(whole);
    expect(await any.ask('GET', path)).toEqual(whole.at(-1)?.['response']);
  }
  expect(await two.ask('POST', '', next)).toMatchObject({
    status: 'completed',
    previous_response_id: id,
  });
  expect(heard).toEqual([['Weather?'], ['Weather?', 'Sunny.', 'And now?']]);
});

it('goes on with what a replica that is gone has begun, at one of the others', async () => {
  const tool = gatedTool();
  const deployment = deploy(looksOnce, tool.callTool);
  const dead = await replica(deployment);
  const id = await begin(dead);
  await expect.poll(() => tool.calls.length).toBe(1);
  await dead.die();
  const others = [await replica(deployment), await replica(deployment)];
  deployment.clock.time += SWEEP_MS;
  tool.answer('blue');
  for (const other of others) {
    expect(await ended(other, id)).toMatchObject({
      status: 'completed',
      output: [{ output: 'blue' }, { content: [{ text: 'I saw: blue' }] }],
    });
  }
  expect(tool.calls).toHaveLength(1);
});

it.each(['DELETE', 'POST'])('%s at another replica ends a response for good', async (method) => {
  const deployment = deploy((_messages, { signal }) => {
    const off = Promise.withResolvers<AssistantMessage>();
    signal.addEventListener('abort', () => off.reject(new Error('called off')));
    return off.promise;
  });
  const late = Promise.withResolvers<void>();
  const one = await replica(deployment, late.promise);
  const two = await replica(deployment);
  const id = await begin(one);
  const path = `/${id}`;
  const events = await one.opened(id);
  const isDeleted = method === 'DELETE';
  expect(await two.ask(method, isDeleted ? path : `${path}/cancel`)).toMatchObject(
    isDeleted ? { id, deleted: true } : { id, status: 'cancelled' },
  );
  late.resolve();
  expect((await events()).at(-1)).toMatchObject({ response: { status: 'cancelled' } });
  deployment.clock.time += SWEEP_MS;
  await one.looked();
  expect(await one.ask('GET', path)).toMatchObject(
    isDeleted ? { error: { code: 'response_not_found' } } : { id, status: 'cancelled' },
  );
});
