import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { JsonObject, Replay, ToolSchema } from '#core';
import type { AgentFn, ResponseStore, ToolEnvironment } from '#engine/port';
import { createMemoryRunner, openSqlite, systemClock } from '#engine/runner';
import {
  calls,
  hangs,
  idOf,
  says,
  script,
  serve,
  type Served,
  type ServeOptions,
} from '../served.fixture.ts';
import { readStream, type WireEvent } from '../wire-check.fixture.ts';

const LEASE_MS = 1000;
const INTERRUPTED = '{"error":"interrupted","detail":"the call was cut off and may have run"}';
const NO_TOOLS: ToolEnvironment = { listTools: () => [], callTool: () => ({ content: '' }) };
const BACKGROUND = { input: 'Weather?', background: true };

interface Life extends Served {
  readonly store: ResponseStore;
}

/** A process over the database of a folder; the one before it is dead, as its lease has run out. */
function life(folder: string, number: number, agent: AgentFn, options: ServeOptions = {}): Life {
  const limits = { max_steps: 5, time_limit_s: 60 };
  const { agentSite = 'server', environment = NO_TOOLS } = options;
  const now = number * 2 * LEASE_MS;
  const clock = { now: () => now };
  const backend = openSqlite({
    path: join(folder, 'tasks.db'),
    agents: [
      { name: 'assistant', agent, toolSite: agentSite, limits, environment: () => environment },
    ],
    clock: { ...systemClock, ...clock },
    leaseMs: LEASE_MS,
  });
  onTestFinished(() => backend.close(0));
  const { runner, responses: store } = backend;
  return { store, ...serve(agent, { runner, store, clock, sweepMs: LEASE_MS, ...options }) };
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'timestep-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

function status(served: Served, id: string): Promise<unknown> {
  return served.ask('GET', `/v1/responses/${id}`).then(({ body }) => body['status']);
}

/** The id of the response that an agent was asked for. */
function idAsked({ seen }: ReturnType<typeof script>): string {
  return seen[0]?.context.task.metadata['response_id'] as string;
}

async function replayed(served: Served, id: string): Promise<WireEvent[]> {
  const request = new Request(`http://localhost/v1/responses/${id}?stream=true`);
  return readStream(await (await served.send(request)).text());
}

/** The events of a stream up to one of that type. */
async function begunStream(served: Served, id: string, type: string): Promise<WireEvent[]> {
  const request = new Request(`http://localhost/v1/responses/${id}?stream=true`);
  const reader = ((await served.send(request)).body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  let text = '';
  while (!text.includes(`event: ${type}\n`)) {
    text += decoder.decode((await reader.read()).value, { stream: true });
  }
  await reader.cancel();
  return readStream(`${text}data: [DONE]\n\n`);
}

describe('after a restart', () => {
  it('a background response is finished, and its stream goes on with the same numbers', async () => {
    const folder = newFolder();
    const first = script(calls(['c1', 'gone']), hangs('It '));
    const dead = life(folder, 0, first.agent);
    const id = idOf(await dead.post(BACKGROUND));
    const before = await begunStream(dead, id, 'response.mcp_call.failed');
    await expect.poll(() => first.seen.length).toBe(2);
    const later = life(folder, 1, script(says('It is sunny.')).agent);
    const told = await replayed(later, id);
    expect(before).toHaveLength(7);
    expect(told.slice(0, before.length)).toEqual(before);
    expect(told.at(-1)?.body).toMatchObject({
      type: 'response.completed',
      response: { id, output: [{ type: 'mcp_call' }, { content: [{ text: 'It is sunny.' }] }] },
    });
    expect(await status(later, id)).toBe('completed');
    const last = life(folder, 2, script().agent);
    expect(await replayed(last, id)).toEqual(told);
    expect(last.errors).toEqual([]);
  });

  it('one that was being answered is finished too', async () => {
    const folder = newFolder();
    const first = script(hangs());
    const dead = life(folder, 0, first.agent);
    void dead.post({ input: 'Weather?' });
    await expect.poll(() => first.seen.length).toBe(1);
    const id = idAsked(first);
    const later = life(folder, 1, script(says('Sunny.')).agent);
    await expect.poll(() => status(later, id)).toBe('completed');
  });

  it.each([true, false])(
    'so is one that a process shutting down left (background: %s)',
    async (background) => {
      const folder = newFolder();
      const first = script(hangs('It '));
      // A process that has left looks through its responses no more, however long the rest takes.
      const leaving = life(folder, 0, first.agent, { sweepMs: 60_000 });
      const answer = leaving.post({ input: 'Weather?', background });
      await expect.poll(() => first.seen.length).toBe(1);
      const id = idAsked(first);
      await leaving.runner.close(0);
      expect((await answer).body).toMatchObject(
        background ? { status: 'in_progress' } : { error: { code: 'server_stopping' } },
      );
      const later = life(folder, 1, script(says('Sunny.')).agent);
      await expect.poll(() => status(later, id)).toBe('completed');
      expect(leaving.errors).toEqual([]);
    },
  );

  it('a conversation is continued', async () => {
    const folder = newFolder();
    const dead = life(folder, 0, script(says('Sunny.')).agent);
    const previous_response_id = idOf(await dead.post({ input: 'Weather?' }));
    const { agent, seen } = script(says('Rainy.'));
    const later = life(folder, 1, agent);
    const answer = await later.post({ input: 'And tomorrow?', previous_response_id });
    expect(answer.body).toMatchObject({ status: 'completed', previous_response_id });
    expect(seen[0]?.messages.map(({ content }) => content)).toEqual([
      'Weather?',
      'Sunny.',
      'And tomorrow?',
    ]);
  });

  it('the results of a function are taken by the task that waits for them', async () => {
    const folder = newFolder();
    const tools = [{ type: 'function', name: 'look' }];
    const asked = { input: 'Weather?', tools };
    const previous_response_id = idOf(
      await life(folder, 0, script(calls(['c1', 'look'])).agent).post(asked),
    );
    const later = life(folder, 1, script(says('Sunny.')).agent);
    const input: JsonObject[] = [{ type: 'function_call_output', call_id: 'c1', output: 'blue' }];
    const answer = await later.post({ input, tools, previous_response_id } as JsonObject);
    expect(answer.body).toMatchObject({ status: 'completed' });
    expect((await later.runner.list({ principal: '', pageSize: 9 })).total).toBe(1);
  });

  it.each<[Replay | undefined, number, string]>([
    [undefined, 1, INTERRUPTED],
    ['never', 1, INTERRUPTED],
    ['safe', 2, 'blue, attempt 2'],
    ['key', 2, 'blue, attempt 2'],
  ])('a call by the server whose replay is %s is made %i times', async (replay, times, told) => {
    const folder = newFolder();
    const made: string[] = [];
    const look: ToolSchema = { type: 'function', function: { name: 'look', parameters: {} } };
    const environment = (answers: boolean): ToolEnvironment => ({
      listTools: () => [{ ...look, ...(replay && { replay }) }],
      async callTool(_call, { key, attempt }) {
        made.push(key);
        if (!answers) await new Promise(() => undefined);
        return { content: `blue, attempt ${attempt}` };
      },
    });
    const place = (answers: boolean): ServeOptions => ({
      agentSite: 'client',
      toolSite: 'server',
      environment: environment(answers),
    });
    const dead = life(folder, 0, script(calls(['c1', 'look'])).agent, place(false));
    const id = idOf(await dead.post(BACKGROUND));
    await expect.poll(() => made.length).toBe(1);
    const { agent, seen } = script(says('Sunny.'));
    const later = life(folder, 1, agent, place(true));
    await expect.poll(() => status(later, id)).toBe('completed');
    expect(seen[0]?.messages.at(-1)).toMatchObject({ role: 'tool', content: told });
    expect(made).toHaveLength(times);
    expect(new Set(made).size).toBe(1);
  });

  it('calls that were answered before are not made again', async () => {
    const folder = newFolder();
    let made = 0;
    const look: ToolSchema = { type: 'function', function: { name: 'look', parameters: {} } };
    const environment: ToolEnvironment = {
      listTools: () => [{ ...look, replay: 'safe' }],
      callTool: () => ({ content: `look ${(made += 1)}` }),
    };
    const place: ServeOptions = { agentSite: 'client', toolSite: 'server', environment };
    const first = script(calls(['c1', 'look']), hangs());
    const id = idOf(await life(folder, 0, first.agent, place).post(BACKGROUND));
    await expect.poll(() => first.seen.length).toBe(2);
    const { agent, seen } = script(calls(['c1', 'look']), says('Sunny.'));
    const later = life(folder, 1, agent, place);
    await expect.poll(() => status(later, id)).toBe('completed');
    expect(seen[1]?.messages.at(-1)).toMatchObject({ role: 'tool', content: 'look 2' });
    expect(made).toBe(2);
  });

  it('a response whose task is gone has failed', async () => {
    const folder = newFolder();
    const dead = life(folder, 0, script(hangs()).agent);
    const id = idOf(await dead.post(BACKGROUND));
    const runner = createMemoryRunner({ agents: [] });
    const later = life(folder, 1, script().agent, { runner });
    expect(await status(later, id)).toBe('failed');
    const stream = await later.ask('GET', `/v1/responses/${id}?stream=true`);
    expect(stream).toMatchObject({ status: 404, body: { error: { code: 'stream_expired' } } });
  });
});

it('a response that another process has followed to its end is known here', async () => {
  const folder = newFolder();
  const answer = Promise.withResolvers<void>();
  const slow: AgentFn = async () => answer.promise.then(() => says('Sunny.'));
  const one = life(folder, 0, slow);
  const other = serve(slow, { runner: one.runner, store: one.store });
  const id = idOf(await one.post(BACKGROUND));
  expect(await status(other, id)).toBe('in_progress');
  const reading = replayed(other, id);
  answer.resolve();
  expect((await reading).at(-1)?.body).toMatchObject({ response: { status: 'completed' } });
  expect(await status(other, id)).toBe('completed');
});
