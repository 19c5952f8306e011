import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asyncLocalStorage, Context, type Info } from '@temporalio/activity';
import { CORE_VERSION, DEFAULT_LIMITS, type NumberedEvent } from '@timestep-ai/timestep/core';
import {
  toServedAgents,
  type AgentFn,
  type ServedAgent,
  type ServedAgents,
  type ToolEnvironment,
} from '@timestep-ai/timestep/port';
import { afterAll, expect, it } from 'vitest';
import { openSqliteDatabase } from '../store/sqlite-database.ts';
import { createTaskStore } from '../store/task-store.ts';
import { contentNames } from '../task/content-key.ts';
import { EFFECT_LOST, UNKNOWN_AGENT } from '../task/task-record.ts';
import { createActivities } from './activities.ts';

const folder = mkdtempSync(join(tmpdir(), 'timestep-'));
const store = createTaskStore(openSqliteDatabase({ path: join(folder, 'tasks.db') }));
afterAll(async () => {
  await store.closeDatabase();
  rmSync(folder, { recursive: true });
});

const never = new AbortController().signal;
const limits = DEFAULT_LIMITS;

function servedBy(agent: AgentFn): ServedAgent {
  const pay = {
    type: 'function',
    needsApproval: true,
    function: { name: 'pay', parameters: {} },
  } as const;
  const environment = { listTools: () => [pay], callTool: () => ({ content: '' }) };
  return { name: 'a', agent, toolSite: 'server', limits, environment: () => environment };
}

/** One try of Temporal's at the first reply of a task. */
function tryModel(
  agent: AgentFn | ServedAgents,
  taskId: string,
  attempt: number,
  signal = never,
  { workerId, beats = [] }: Worker = {},
) {
  const event: NumberedEvent = {
    type: 'task.submitted',
    taskId,
    contextId: 'c',
    agent: 'a',
    principal: '',
    coreVersion: CORE_VERSION,
    toolSite: 'server',
    limits,
    seed: 0,
    loadPrompt: false,
    history: [{ role: 'user', content: 'go' }],
    clientTools: [],
    generation: 1,
    at: 0,
  };
  const activities = createActivities({
    agents: typeof agent === 'function' ? toServedAgents([servedBy(agent)]) : agent,
    store,
    leaving: never,
    onError: () => undefined,
    tell: undefined,
    workerId,
  });
  const added = { taskId, records: [{ event }], state: 'working' } as const;
  const input = { added, generation: 1, remainingMs: 60_000, step: 1, attempt: 1 };
  const context = contextOf(attempt, signal, beats);
  return asyncLocalStorage.run(context, () => activities.callModel(input));
}

/** The id of a worker, and what its heartbeats and those of the worker before it say. */
interface Worker {
  readonly workerId?: string;
  readonly beats?: unknown[];
}

/** What Temporal tells an activity. */
function contextOf(attempt: number, signal: AbortSignal, beats: unknown[]): Context {
  const info = { attempt, heartbeatTimeoutMs: 60_000, heartbeatDetails: beats.at(-1) } as Info;
  const given = [info, new Promise(() => undefined), signal, (said: unknown) => beats.push(said)];
  return Reflect.construct(Context, given) as Context;
}

it('tells whom to ask before the calls of a reply that a lost worker has left', async () => {
  const called = { name: 'pay', arguments: '{}' };
  const asking: AgentFn = () => ({
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'x', type: 'function', function: called }],
  });
  const traits = { pay: { needsApproval: true } };
  expect(await tryModel(asking, 't1', 1)).toMatchObject({ traits });
  expect(await tryModel(asking, 't1', 2)).toMatchObject({
    event: { type: 'model.replied' },
    traits,
  });
});

it('tells of tools that are found by the calls of the reply alone', async () => {
  const call = { id: 'x', type: 'function', function: { name: 'sell', arguments: '{}' } } as const;
  const asking: AgentFn = () => ({ role: 'assistant', content: null, tool_calls: [call] });
  const sell = {
    type: 'function',
    replay: 'safe',
    needsApproval: true,
    function: { name: 'sell', parameters: {} },
  } as const;
  const environment: ToolEnvironment = {
    listTools: () => [],
    findTools: (calls) => (calls.some(({ id }) => id === 'x') ? [sell] : []),
    callTool: () => ({ content: '' }),
  };
  const agents = toServedAgents([{ ...servedBy(asking), environment: () => environment }]);
  expect(await tryModel(agents, 't4', 1)).toMatchObject({
    traits: { sell: { replay: 'safe', needsApproval: true } },
  });
});

it('leaves nothing of what was called off because it was taken for lost', async () => {
  const taken = new AbortController();
  const late: AgentFn = () => {
    taken.abort();
    return new Promise<never>(() => undefined);
  };
  await expect(tryModel(late, 't2', 1, taken.signal)).rejects.toMatchObject({ type: EFFECT_LOST });
  expect(await store.content('t2', contentNames.model(1, 1))).toBeUndefined();
  await expect(tryModel(late, 't2', 2)).rejects.toMatchObject({
    type: EFFECT_LOST,
    details: [{ kind: 'lost' }],
  });
});

it('names the lost worker by its first heartbeat, and the worker that found the loss', async () => {
  const taken = new AbortController();
  const silent: AgentFn = () => new Promise<never>(() => undefined);
  const beats: unknown[] = [];
  const first = tryModel(silent, 't5', 1, taken.signal, { workerId: '7-0000-9f3c', beats });
  await expect.poll(() => beats).toEqual(['7-0000-9f3c']);
  taken.abort();
  await expect(first).rejects.toMatchObject({ type: EFFECT_LOST });
  await expect(
    tryModel(silent, 't5', 2, never, { workerId: '8-0000-77ab', beats }),
  ).rejects.toMatchObject({
    type: EFFECT_LOST,
    details: [{ kind: 'lost', process: '7-9f3c' }, '8-77ab'],
  });
});

it('knows only the worker that found the loss, if the lost one has sent no heartbeat', async () => {
  const unused: AgentFn = () => new Promise<never>(() => undefined);
  await expect(tryModel(unused, 't6', 2, never, { workerId: '8-0000-77ab' })).rejects.toMatchObject(
    { details: [{ kind: 'lost' }, '8-77ab'] },
  );
});

it('calls off an effect whose agent goes, and offers it again to those that have the agent', async () => {
  let served: ServedAgent | undefined;
  let onChange = (): void => undefined;
  const agents: ServedAgents = {
    get: () => served,
    names: () => [],
    watch(given) {
      onChange = given;
      return () => undefined;
    },
  };
  const leaving: AgentFn = () => {
    served = undefined;
    onChange();
    return new Promise<never>(() => undefined);
  };
  served = servedBy(leaving);
  await expect(tryModel(agents, 't3', 1)).rejects.toMatchObject({
    type: EFFECT_LOST,
    details: [{ kind: 'left' }],
  });
  expect(await store.content('t3', contentNames.model(1, 1))).toBeUndefined();
  await expect(tryModel(agents, 't3', 1)).rejects.toMatchObject({ type: UNKNOWN_AGENT });
  served = servedBy(() => ({ role: 'assistant', content: 'back' }));
  expect(await tryModel(agents, 't3', 1)).toMatchObject({ event: { type: 'model.replied' } });
});

it('fails a reply that no database can hold, instead of storing it again and again', async () => {
  const odd: AgentFn = () => ({ role: 'assistant', content: 'x', provider: { big: 1n } }) as never;
  expect(await tryModel(odd, 't-odd', 1)).toMatchObject({
    event: { type: 'model.failed', error: { code: 'unwritable' } },
  });
  expect(await store.content('t-odd', contentNames.model(1, 1))).toMatchObject({
    event: { type: 'model.failed' },
  });
});
