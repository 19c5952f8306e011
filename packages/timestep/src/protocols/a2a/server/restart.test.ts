import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { AgentFn, Runner } from '#engine/port';
import { createSqliteRunner, systemClock } from '#engine/runner';
import { gated, message, ORIGIN, sseIn, weather } from '../served.fixture.ts';
import { createA2AHandler } from './a2a-handler.ts';

const LEASE_MS = 1000;

it('gives a watcher after a restart the task, what it has missed, and then its end', async () => {
  const path = newPath();
  const before = gated();
  const dead = process(path, 0, before.agentFn);
  const first = await dead.rpc('SendMessage', atOnce(message('weather?')));
  const { id } = (first as { task: { id: string } }).task;
  await before.asked;
  const after = gated();
  const alive = process(path, 2 * LEASE_MS, after.agentFn);
  await after.asked;
  const watching = await alive.post('SubscribeToTask', { id });
  const resuming = await alive.post('SubscribeToTask', { id }, '2');
  after.release('it is sunny');
  const states = [
    { id: '7', state: 'TASK_STATE_WORKING' },
    { id: '7', state: undefined },
    { id: '8', state: undefined },
    { id: '9', state: 'TASK_STATE_COMPLETED' },
  ];
  expect(toldIn(await watching.text())).toEqual(states);
  expect(toldIn(await resuming.text())).toEqual([
    { id: '2', state: 'TASK_STATE_WORKING' },
    { id: '4', state: 'TASK_STATE_WORKING' },
    ...states.slice(1),
  ]);
  expect(await alive.rpc('SendMessage', message('weather?'))).toMatchObject({
    task: { id, history: [{}, {}], artifacts: [{ parts: [{ text: 'it is sunny' }] }] },
  });
  await expect(alive.rpc('SendMessage', message('another'))).rejects.toThrow('-32602');
});

it('lets a watcher of a waiting task see it go on after a restart', async () => {
  const path = newPath();
  const asked = await process(path, 0, weather).rpc('SendMessage', message('weather?'));
  const { id: taskId } = (asked as { task: { id: string } }).task;
  const alive = process(path, 2 * LEASE_MS, weather);
  const watching = await alive.post('SubscribeToTask', { id: taskId });
  const parts = [{ data: { tool_results: [{ call_id: 'call_abc123', output: 'sunny' }] } }];
  await alive.rpc('SendMessage', message('', 'm2', { taskId, parts }));
  const states = toldIn(await watching.text()).flatMap(({ state }) => state ?? []);
  expect(states).toEqual([
    'TASK_STATE_INPUT_REQUIRED',
    'TASK_STATE_WORKING',
    'TASK_STATE_COMPLETED',
  ]);
});

/** One life of an agent's process; the one before it is dead once its lease has run out. */
function process(path: string, now: number, agent: AgentFn) {
  const limits = { max_steps: 30, time_limit_s: 60 };
  const environment = { listTools: () => [], callTool: () => ({ content: '' }) };
  const served = { name: 'subject', agent, toolSite: 'client', limits } as const;
  const runner: Runner = createSqliteRunner({
    path,
    agents: [{ ...served, environment: () => environment }],
    clock: { ...systemClock, now: () => now },
    leaseMs: LEASE_MS,
  });
  onTestFinished(() => runner.close(0));
  const description = { name: 'subject', description: 'Under test.', version: '1.0.0' };
  const handler = createA2AHandler({ runner, agent: description });

  async function post(method: string, params: unknown, seen?: string): Promise<Response> {
    const headers = { 'content-type': 'application/json', 'a2a-version': '1.0' };
    const request = new Request(ORIGIN, {
      method: 'POST',
      headers: { ...headers, ...(seen !== undefined && { 'last-event-id': seen }) },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    return (await handler(request)) ?? new Response(null, { status: 404 });
  }

  return {
    post,
    async rpc(method: string, params: unknown): Promise<unknown> {
      const response = (await (await post(method, params)).json()) as {
        result?: unknown;
        error?: { code: number };
      };
      if (response.error) throw new Error(String(response.error.code));
      return response.result;
    },
  };
}

function atOnce(params: object): object {
  return { ...params, configuration: { returnImmediately: true } };
}

function toldIn(text: string): { id: string | undefined; state: string | undefined }[] {
  return sseIn(text).map(({ id, data }) => {
    const { result } = data as { result: Record<string, { status?: { state: string } }> };
    return { id, state: (result['task'] ?? result['statusUpdate'])?.status?.state };
  });
}

function newPath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'timestep-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'tasks.db');
}
