import { afterAll, describe, expect, it } from 'vitest';
import {
  buildTranscript,
  getFinalOutput,
  getText,
  hasTaskEnded,
  type Replay,
  type Task,
} from '#core';
import { createAgentOutput } from '#engine/tools';
import type { AgentFn, Runner, ServedAgent, ToolEnvironment } from '#engine/port';
import { createSqliteRunner } from './sqlite-runner.ts';
import { calling, echo, NEVER, saying, served, stuck, temporaryFiles } from './store.fixture.ts';

const files = temporaryFiles();
afterAll(files.remove);

/** Waits until a task has had an event of that type. */
async function reached(runner: Runner, taskId: string, type: string): Promise<void> {
  for await (const update of runner.subscribe(taskId, 0, NEVER)) {
    if (update.kind === 'event' && update.event.type === type) return;
  }
}

function texts(task: Task | undefined): unknown[] {
  return task ? buildTranscript(task).map(({ content }) => content) : [];
}

/** A server whose tool hangs the first time and records every call. */
function hanging(replay: Replay | undefined, calls: string[]): ToolEnvironment {
  return {
    listTools: () => [
      { type: 'function', ...(replay && { replay }), function: { name: 'ask', parameters: {} } },
    ],
    callTool(_call, { key, attempt }) {
      calls.push(`${key.split(':').slice(1).join(':')} #${attempt}`);
      return calls.length === 1 ? stuck() : Promise.resolve({ content: 'ran' });
    },
  };
}

/** Sends one message, closes in the midst of it, opens the file again and sees the task through. */
async function reopened(first: ServedAgent, second: ServedAgent, at: string): Promise<Task> {
  const path = files.newPath();
  const before = createSqliteRunner({ path, agents: [first] });
  const { id } = await before.submit(saying('hi'));
  await reached(before, id, at);
  await before.close(0);
  const after = createSqliteRunner({ path, agents: [second] });
  const task = await after.waitUntilSettled(id, NEVER);
  await after.close(0);
  return task;
}

describe('a runner that opens the file again', () => {
  it('makes a model call again that was cut off, at an unknown cost', async () => {
    const attempts: number[] = [];
    const again = served((messages, context) => {
      attempts.push(context.attempt);
      return echo(messages, context);
    });
    const task = await reopened(served(stuck), again, 'model.started');
    expect(texts(task)).toEqual(['hi', 'heard hi']);
    expect(attempts).toEqual([2]);
    expect(task.costUsd).toBeNull();
  });

  it('asks for a corrected answer again, with the answer that does not match', async () => {
    const output = createAgentOutput('a', { type: 'object', required: ['city'] });
    const first: AgentFn = (_messages, { key }) =>
      key.endsWith(':1') ? { role: 'assistant', content: 'Oslo' } : stuck();
    const second: AgentFn = (messages) => {
      seen = messages.map(getText);
      return { role: 'assistant', content: '{"city":"Oslo"}' };
    };
    let seen: readonly string[] = [];
    const path = files.newPath();
    const before = createSqliteRunner({ path, agents: [served(first, { output })] });
    const { id } = await before.submit(saying('where'));
    for await (const update of before.subscribe(id, 0, NEVER)) {
      const isSecond = update.kind === 'event' && update.event.type === 'model.started';
      if (isSecond && update.event.step === 2) break;
    }
    await before.close(0);
    const after = createSqliteRunner({ path, agents: [served(second, { output })] });
    const task = await after.waitUntilSettled(id, NEVER);
    await after.close(0);
    expect(seen).toEqual([
      expect.stringContaining('JSON Schema'),
      'where',
      'Oslo',
      expect.stringContaining('does not match'),
    ]);
    expect(getFinalOutput(task)).toEqual({ city: 'Oslo' });
  });

  it.each([
    ['safe', ['1:ask #1', '1:ask #2'], /^ran$/],
    ['key', ['1:ask #1', '1:ask #2'], /^ran$/],
    ['never', ['1:ask #1'], /interrupted/],
    [undefined, ['1:ask #1'], /interrupted/],
  ] as const)('goes on with a tool call that was cut off: %s', async (replay, expected, result) => {
    const calls: string[] = [];
    const environment = hanging(replay, calls);
    const agent = served(calling('ask'), { environment: () => environment });
    const task = await reopened(agent, agent, 'tool.started');
    expect(calls).toEqual(expected);
    const [, , content, answer] = texts(task);
    expect(content).toMatch(result);
    expect(answer).toBe('done');
  });

  it('takes results for a task that was waiting for its client', async () => {
    const path = files.newPath();
    const agents = [served(calling('ask'), { toolSite: 'client' })];
    const before = createSqliteRunner({ path, agents });
    const { id } = await before.submit(saying('hi'));
    await before.waitUntilSettled(id, NEVER);
    await before.close(0);
    const after = createSqliteRunner({ path, agents });
    expect((await after.waitUntilSettled(id, NEVER)).state).toBe('input-required');
    const results = [{ callId: 'ask', output: 'by hand' }];
    const whole = { agent: 'a', principal: 'p', messageId: 'm2', taskId: id, results };
    await after.submit(whole);
    expect(texts(await after.waitUntilSettled(id, NEVER))).toEqual(['hi', '', 'by hand', 'done']);
    await after.close(0);
  });

  it('knows the messages it has taken', async () => {
    const path = files.newPath();
    const agents = [served(echo)];
    const before = createSqliteRunner({ path, agents });
    const { id } = await before.submit(saying('hi', 'm'));
    await before.waitUntilSettled(id, NEVER);
    await before.close(0);
    const after = createSqliteRunner({ path, agents });
    expect((await after.submit(saying('hi', 'm'))).id).toBe(id);
    await expect(after.submit(saying('ho', 'm'))).rejects.toMatchObject({
      code: 'duplicate-message',
    });
    expect((await after.list({ principal: 'p', pageSize: 10 })).total).toBe(1);
    await after.close(0);
  });

  it('replays a task from any event, also one that has ended', async () => {
    const path = files.newPath();
    const agents = [served(echo)];
    const before = createSqliteRunner({ path, agents });
    const { id } = await before.submit(saying('hi'));
    const { generation } = await before.waitUntilSettled(id, NEVER);
    await before.close(0);
    const after = createSqliteRunner({ path, agents });
    for (const seen of [0, 3, generation]) {
      const numbers: number[] = [];
      for await (const update of after.subscribe(id, seen, NEVER)) {
        if (update.kind === 'event') numbers.push(update.event.generation);
      }
      expect(numbers).toEqual(
        Array.from({ length: generation - seen }, (_, index) => seen + index + 1),
      );
    }
    await after.close(0);
  });

  it('leaves the tasks of agents alone that it does not serve, until somebody does', async () => {
    const path = files.newPath();
    const before = createSqliteRunner({ path, agents: [served(stuck)] });
    const { id } = await before.submit(saying('hi'));
    await reached(before, id, 'model.started');
    await before.close(0);
    const stranger = createSqliteRunner({ path, agents: [served(echo, { name: 'b' })] });
    expect((await stranger.get(id))?.state).not.toBe('completed');
    const after = createSqliteRunner({ path, agents: [served(echo)] });
    expect(hasTaskEnded(await after.waitUntilSettled(id, NEVER))).toBe(true);
    await Promise.all([stranger.close(0), after.close(0)]);
  });
});
