import { describe, expect, it } from 'vitest';
import type { Task, ToolSchema } from '#core';
import type { Runner, ToolEnvironment } from '#engine/port';
import { createMemoryResponseStore } from '#engine/store';
import { createManualClock } from '#testing';
import { calls, hangs, idOf, says, script, serve } from '../served.fixture.ts';

const MINE = { type: 'function', name: 'mine' } as const;
const SLOW: ToolSchema = { type: 'function', function: { name: 'slow', parameters: {} } };

function request(body: object, signal?: AbortSignal): Request {
  return new Request('http://localhost/v1/responses', {
    method: 'POST',
    body: JSON.stringify(body),
    ...(signal && { signal }),
  });
}

async function onlyTask(runner: Runner): Promise<Task | undefined> {
  return (await runner.list({ principal: '', pageSize: 10 })).tasks[0];
}

/** Waits for the agent to have been asked. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise(setImmediate);
}

async function readUntil(response: Response, word: string) {
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  for (let text = ''; !text.includes(word);) {
    text += Buffer.from((await reader.read()).value ?? []).toString();
  }
  return reader;
}

describe('a caller that goes away', () => {
  it('ends a response it waits for', async () => {
    const { agent, seen } = script(hangs());
    const served = serve(agent);
    const leaving = new AbortController();
    const answer = served.send(request({ input: 'x' }, leaving.signal));
    await until(() => seen.length > 0);
    leaving.abort();
    expect(await (await answer).json()).toMatchObject({ status: 'cancelled' });
    expect((await onlyTask(served.runner))?.state).toBe('canceled');
    expect(seen[0]?.context.signal.aborted).toBe(true);
  });

  it('ends a response it reads, which keeps what was said', async () => {
    const served = serve(script(hangs('partial')).agent);
    const response = await served.send(request({ input: 'x', stream: true }));
    const reader = await readUntil(response, 'partial');
    await reader.cancel();
    const task = await onlyTask(served.runner);
    const id = task?.origin.metadata?.['response_id'] as string;
    const kept = await served.ask('POST', `/v1/responses/${id}/cancel`);
    expect(kept.body).toMatchObject({
      status: 'cancelled',
      output: [{ status: 'incomplete', content: [{ text: 'partial' }] }],
    });
    expect((await onlyTask(served.runner))?.state).toBe('canceled');
  });

  it('before the stream was read at all, ends it too', async () => {
    const { agent, seen } = script(hangs());
    const served = serve(agent);
    const leaving = new AbortController();
    await served.send(request({ input: 'x', stream: true }, leaving.signal));
    await until(() => seen.length > 0);
    leaving.abort();
    await until(() => seen[0]?.context.signal.aborted === true);
    expect((await onlyTask(served.runner))?.cancelRequested).toBe(true);
  });

  it('stops tools that run for it', async () => {
    const told: AbortSignal[] = [];
    const { agent } = script(calls(['c1', 'slow']));
    const environment: ToolEnvironment = {
      listTools: () => [SLOW],
      callTool: (_call, { signal }) => {
        told.push(signal);
        return new Promise<never>(() => undefined);
      },
    };
    const served = serve(agent, { environment });
    const leaving = new AbortController();
    const answer = served.send(request({ input: 'x' }, leaving.signal));
    await until(() => told.length > 0);
    leaving.abort();
    expect(await (await answer).json()).toMatchObject({
      status: 'cancelled',
      output: [{ type: 'mcp_call', status: 'failed' }],
    });
    expect(told[0]?.aborted).toBe(true);
  });

  it('does not wait for ever when the task cannot be ended', async () => {
    const { agent, seen } = script(hangs());
    const { runner } = serve(agent);
    const cancel = () => Promise.reject(new Error('disk full'));
    const served = serve(script().agent, { runner: { ...runner, cancel } });
    const leaving = new AbortController();
    const answer = served.send(request({ input: 'x' }, leaving.signal));
    await until(() => seen.length > 0);
    leaving.abort();
    expect(await (await answer).json()).toMatchObject({ status: 'failed' });
    expect(served.errors).toContainEqual(expect.objectContaining({ message: 'disk full' }));
  });

  it('leaves alone what had ended', async () => {
    const served = serve(script(calls(['c1', 'mine'])).agent);
    const response = await served.send(request({ input: 'x', stream: true, tools: [MINE] }));
    const reader = await readUntil(response, 'response.completed');
    await reader.cancel();
    expect((await onlyTask(served.runner))?.state).toBe('input-required');
  });
});

describe('POST /v1/responses/{id}/cancel', () => {
  it('ends a running response, also for those who read it', async () => {
    const { agent, seen } = script(hangs());
    const served = serve(agent);
    const answer = served.post({ input: 'x' });
    await until(() => seen.length > 0);
    const id = seen[0]?.context.task.metadata['response_id'] as string;
    expect((await served.ask('GET', `/v1/responses/${id}`)).body).toMatchObject({
      status: 'in_progress',
    });
    const canceled = await served.ask('POST', `/v1/responses/${id}/cancel`);
    expect(canceled).toMatchObject({ status: 200, body: { id, status: 'cancelled' } });
    expect((await answer).body).toEqual(canceled.body);
  });

  it('gives back what had ended', async () => {
    const served = serve(script(says('hi')).agent);
    const answer = await served.post({ input: 'x' });
    const canceled = await served.ask('POST', `/v1/responses/${idOf(answer)}/cancel`);
    expect(canceled.body).toEqual(answer.body);
  });

  it('a running response cannot be continued yet', async () => {
    const { agent, seen } = script(hangs());
    const served = serve(agent);
    const answer = served.post({ input: 'x' });
    await until(() => seen.length > 0);
    const id = seen[0]?.context.task.metadata['response_id'] as string;
    expect(await served.post({ input: 'y', previous_response_id: id })).toMatchObject({
      status: 409,
      body: { error: { code: 'previous_response_in_progress', param: 'previous_response_id' } },
    });
    await served.ask('POST', `/v1/responses/${id}/cancel`);
    await answer;
  });
});

describe('a response that is gone', () => {
  it('ends the task that worked for it', async () => {
    const { agent, seen } = script(hangs());
    const served = serve(agent);
    const answer = served.post({ input: 'x' });
    await until(() => seen.length > 0);
    const id = seen[0]?.context.task.metadata['response_id'] as string;
    expect((await served.ask('DELETE', `/v1/responses/${id}`)).body).toEqual({
      id,
      object: 'response',
      deleted: true,
    });
    expect((await answer).body).toMatchObject({ status: 'cancelled' });
    expect((await served.ask('GET', `/v1/responses/${id}`)).status).toBe(404);
  });

  it('ends the task that waited for its results: deleted', async () => {
    const served = serve(script(calls(['c1', 'mine'])).agent);
    const answer = await served.post({ input: 'x', tools: [MINE] });
    expect((await onlyTask(served.runner))?.state).toBe('input-required');
    await served.ask('DELETE', `/v1/responses/${idOf(answer)}`);
    expect(await onlyTask(served.runner)).toBeUndefined();
  });

  it('ends the task that waited for its results: dropped to make room', async () => {
    const store = createMemoryResponseStore({ clock: createManualClock(), maxEntries: 1 });
    const served = serve(script(calls(['c1', 'mine']), says('hi')).agent, { store });
    await served.post({ input: 'x', tools: [MINE] });
    await served.post({ input: 'y' });
    const { tasks } = await served.runner.list({ principal: '', pageSize: 10 });
    expect(tasks.map((task) => task.state).toSorted()).toEqual(['canceled', 'completed']);
  });

  it('does not trouble the request that dropped it', async () => {
    const store = createMemoryResponseStore({ clock: createManualClock(), maxEntries: 1 });
    const { runner } = serve(script(calls(['c1', 'mine']), says('hi')).agent);
    const cancel = () => Promise.reject(new Error('disk full'));
    const served = serve(script().agent, { store, runner: { ...runner, cancel } });
    await served.post({ input: 'x', tools: [MINE] });
    expect((await served.post({ input: 'y' })).body).toMatchObject({ status: 'completed' });
    expect(served.errors).toMatchObject([{ message: 'disk full' }]);
  });

  it('leaves a task that has gone on since', async () => {
    const replies = [calls(['c1', 'mine']), calls(['c2', 'mine'])];
    const served = serve(script(...replies).agent);
    const first = await served.post({ input: 'x', tools: [MINE] });
    const second = await served.post({
      input: [{ type: 'function_call_output', call_id: 'c1', output: '1' }],
      tools: [MINE],
      previous_response_id: idOf(first),
    });
    await served.ask('DELETE', `/v1/responses/${idOf(first)}`);
    expect((await onlyTask(served.runner))?.state).toBe('input-required');
    await served.ask('DELETE', `/v1/responses/${idOf(second)}`);
    expect(await onlyTask(served.runner)).toBeUndefined();
  });
});
