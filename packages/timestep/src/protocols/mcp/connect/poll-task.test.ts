import { afterEach, describe, expect, it } from 'vitest';
import { TimestepError, type JsonObject, type TaskWait } from '#core';
import type { ToolContext, ToolResult } from '#engine/port';
import { openMemory } from '#engine/runner';
import { wrapCallTask, type CallTaskState } from '../serve/call-tasks/call-task.ts';
import { createRunnerCallTasks } from '../serve/call-tasks/runner-call-tasks.ts';
import { createToolCallAgent } from '../serve/call-tasks/tool-caller.ts';
import type { EnvironmentDefinition, McpTool } from '../serve/definition.ts';
import { createEnvironmentHandler } from '../serve/handler.ts';
import { connect, type ConnectOptions } from './connect.ts';
import { readResult } from './read-result.ts';
import { pollTask, type PollTaskDeps } from './poll-task.ts';
import type { LinkMessage } from './transport-messages.ts';

const AGENT = 'mine.calls';
const TASK = { id: 't', contextId: 'c', agent: 'a', metadata: {} };
const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

/** A server of these tools, which keeps their calls in memory, and what it was asked. */
function server(tools: readonly McpTool[]) {
  const definition = { name: 'mine', version: '1', tools };
  const backend = openMemory({ agents: [createToolCallAgent(AGENT, () => definition)] });
  closers.push(() => backend.close(0));
  return at(definition, {
    callTasks: createRunnerCallTasks({ runner: backend.runner, agent: AGENT }),
  });
}

function at(
  definition: EnvironmentDefinition,
  options: Parameters<typeof createEnvironmentHandler>[1] = {},
) {
  const handler = createEnvironmentHandler(definition, options);
  closers.push(() => handler.close(0));
  const asked: string[] = [];
  const onMessage = ({ isSent, message }: LinkMessage): void => {
    const { method } = message;
    const isAboutCall = typeof method === 'string' && /^(tools\/call|tasks)/.test(method);
    if (isSent && isAboutCall) asked.push(method);
  };
  const pauses: number[] = [];
  const pause = async (ms: number): Promise<void> => {
    pauses.push(ms);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return {
    asked,
    pauses,
    /** A client, as each process has its own. */
    client: async (more: ConnectOptions = {}) => {
      const connected = await connect({ handler }, { pause, onMessage, ...more });
      closers.push(() => connected.close());
      return (name: string, context: Partial<ToolContext> = {}): Promise<ToolResult> => {
        const { signal } = new AbortController();
        const call = { id: 'call', name, arguments: {} };
        return connected.callTool(call, { key: 'k', attempt: 1, signal, ...context });
      };
    },
  };
}

/** What a runner gives to the call that goes on after it has kept its handle. */
function waited(awaits: TaskWait | undefined): Partial<ToolContext> {
  if (!awaits) throw new Error('the call keeps no handle');
  return { task: TASK, awaited: [{ task_id: awaits.task_id, state: 'failed', awaits }] };
}

const ask: McpTool = {
  name: 'ask',
  task: 'required',
  execute: (_args, { answers: [answer], ask: asks }) =>
    answer ? `Hello, ${answer.text}` : asks('Who are you?'),
};

describe('a call that its server goes on with as a task', () => {
  it('is looked at as often as the server says, until it has a result', async () => {
    const going = Promise.withResolvers<void>();
    const dig: McpTool = {
      name: 'dig',
      task: 'optional',
      output: { type: 'object', properties: { deep: { type: 'number' } } },
      execute: () => going.promise.then(() => ({ deep: 3 })),
    };
    const { client, asked, pauses } = server([dig]);
    const result = (await client())('dig');
    await expect.poll(() => pauses.length).toBeGreaterThan(2);
    going.resolve();
    expect(await result).toEqual({ content: '{"deep":3}', structured: { deep: 3 } });
    expect(new Set(pauses)).toEqual(new Set([1000]));
    expect(asked.slice(0, 2)).toEqual(['tools/call', 'tasks/get']);
  });

  it('keeps its handle first where a task makes it, and then only looks', async () => {
    let runs = 0;
    const { client, asked } = server([
      { name: 'dig', task: 'optional', execute: () => (runs += 1) },
    ]);
    const call = await client();
    const { awaits } = await call('dig', { task: TASK });
    expect(awaits).toMatchObject({
      task_id: expect.stringMatching(/^mcp:/),
      elsewhere: true,
      state: { mcp_task: { id: expect.any(String), pollIntervalMs: 1000 } },
    });
    // Another process, after a crash.
    const later = await client();
    expect(await later('dig', waited(awaits))).toEqual({ content: '1' });
    expect(asked.filter((method) => method === 'tools/call')).toHaveLength(1);
    expect(runs).toBe(1);
  });

  it('asks the user what it asks, and goes on with the answer, also in another process', async () => {
    const { client, asked } = server([ask]);
    const here = await client();
    for (const there of [here, await client()]) {
      const key = `k${asked.length}`;
      const kept = waited((await here('ask', { task: TASK, key })).awaits);
      const { question } = await here('ask', kept);
      expect(question).toMatchObject({ text: 'Who are you?' });
      const answer = { question: question ?? { text: '' }, text: 'Ada', data: { answer: 'Ada' } };
      const answered = await there('ask', { ...kept, answers: [answer] });
      expect(answered).toEqual({ content: 'Hello, Ada' });
    }
    expect(asked.filter((method) => method === 'tools/call')).toHaveLength(2);
    expect(asked.filter((method) => method === 'tasks/update')).toHaveLength(2);
  });

  it.each([
    [new TimestepError('canceled', 'canceled'), true],
    [new TimestepError('released', 'the process ends'), false],
  ])('is ended at the server where the caller ends it: %s', async (reason, isEnded) => {
    const stopped = Promise.withResolvers<boolean>();
    const wait: McpTool = {
      name: 'wait',
      task: 'required',
      execute: (_args, { signal }) =>
        new Promise(() => signal.addEventListener('abort', () => stopped.resolve(true))),
    };
    const { client, asked, pauses } = server([wait, { name: 'now', execute: () => 'now' }]);
    const call = await client();
    const abort = new AbortController();
    const result = call('wait', { signal: abort.signal });
    await expect.poll(() => pauses.length).toBeGreaterThan(0);
    abort.abort(reason);
    await expect(result).rejects.toBe(reason);
    // The call ends at once, and the server hears of it afterwards.
    expect(isEnded ? await stopped.promise : false).toBe(isEnded);
    expect(await call('now')).toEqual({ content: 'now' });
    expect(asked.includes('tasks/cancel')).toBe(isEnded);
  });

  it('is not taken by a program that answers by itself what servers ask', async () => {
    const { client, asked } = server([{ name: 'dig', task: 'optional', execute: () => 'dug' }]);
    const call = await client({ capabilities: { elicitation: { form: {} } } });
    expect(await call('dig')).toEqual({ content: 'dug' });
    expect(asked).toEqual(['tools/call']);
  });
});

describe('a task of a server that ends otherwise', () => {
  const strange: JsonObject = { method: 'sampling/createMessage', params: {} };
  const url: JsonObject = { method: 'elicitation/create', params: { mode: 'url', message: 'Go' } };
  const responses: JsonObject[] = [];

  /** A server whose task stands so. */
  function standing(stand: CallTaskState | undefined) {
    const task = { id: 't1', createdAt: 0, updatedAt: 0 };
    let now = stand;
    return at({
      name: 'mine',
      version: '1',
      tools: [{ name: 'dig', execute: () => wrapCallTask({ ...task, stand: { is: 'working' } }) }],
      callTasks: {
        find: async () => now && { ...task, stand: now },
        answer: async () => {},
        async respond(_id, given) {
          responses.push(structuredClone(given) as JsonObject);
          now = { is: 'told', value: 'went on', round: '' };
        },
        cancel: async () => {},
      },
    });
  }

  it.each<readonly [CallTaskState | undefined, string, string]>([
    [{ is: 'canceled' }, 'its task was canceled at the server', 'failed'],
    [{ is: 'failed', error: { code: -32_603, message: 'it broke' } }, 'it broke', 'failed'],
    [undefined, 'there is no task t1', 'failed'],
    [
      { is: 'asks', requests: { a: strange } },
      'the request sampling/createMessage',
      'may have run',
    ],
  ])('is a failure that the model reads: %j', async (stand, words, came) => {
    const call = await standing(stand).client();
    expect(await call('dig')).toEqual({
      content: expect.stringMatching(new RegExp(`^dig ${came}.*: .*${words}`)),
      isError: true,
    });
  });

  it('is told what its user is not asked', async () => {
    const call = await standing({ is: 'asks', requests: { a: url } }).client();
    expect(await call('dig')).toEqual({ content: 'went on' });
    const roots = { b: { method: 'roots/list' } };
    const other = await standing({ is: 'asks', requests: roots }).client();
    expect(await other('dig')).toEqual({ content: 'went on' });
    expect(responses).toEqual([{ a: { action: 'decline' } }, { b: { roots: [] } }]);
  });
});

it('gives the server as long for each answer as the call may take', async () => {
  const timeouts: unknown[] = [];
  const client = {
    async request(_request: object, _schema: object, { timeout }: { readonly timeout: number }) {
      timeouts.push(timeout);
      return { status: 'completed', result: { content: [{ type: 'text', text: 'late' }] } };
    },
  };
  const connection = {
    use: (work: (link: object) => unknown) => Promise.resolve(work({ client, tasksMeta: {} })),
  } as unknown as PollTaskDeps['connection'];
  const elicit = () => Promise.reject(new Error('nothing is asked'));
  const read = (result: unknown) => readResult(result, undefined, 100);
  const deps = { connection, options: {}, timeoutMs: 3_600_000, read, elicit };
  const { signal } = new AbortController();
  expect(await pollTask('slow', { id: 't1' }, signal, deps)).toMatchObject({ content: 'late' });
  expect(timeouts).toEqual([3_600_000]);
});
