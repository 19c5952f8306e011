import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, it } from 'vitest';
import { getText, buildTranscript, type Task, type TaskWait } from '#core';
import type { Runner, ServedAgent, ToolEnvironment } from '#engine/port';
import { createManualClock } from '#testing';
import { createSqliteRunner } from '../sqlite-runner.ts';
import { calling, echo, NEVER, saying, served, stuck, temporaryFiles } from '../store.fixture.ts';

const files = temporaryFiles();
afterAll(files.remove);

/** An agent whose tool begins a task of the agent `b`, waits for it, and returns what became of it. */
function delegating(runner: () => Runner, more: Partial<TaskWait> = {}): ServedAgent {
  const environment: ToolEnvironment = {
    listTools: () => [
      { type: 'function', replay: 'key', function: { name: 'ask', parameters: {} } },
    ],
    async callTool(_call, { key, awaited: [first] = [] }) {
      if (first) return { content: `${first.state} ${first.text ?? ''}` };
      const { id } = await runner().submit({ ...saying('work', key), agent: 'b' });
      return { content: '', awaits: { ...more, task_id: id } };
    },
  };
  return served(calling('ask'), { environment: () => environment });
}

/** A gate and the agent `b`, which answers once the gate is open. */
function gated(): { readonly open: () => void; readonly worker: ServedAgent } {
  const gate = Promise.withResolvers<void>();
  const worker = served(
    async (messages, context) => {
      await gate.promise;
      return echo(messages, context);
    },
    { name: 'b' },
  );
  return { open: () => gate.resolve(), worker };
}

/** Waits until a task waits for another one; returns the id of that. */
async function awaitedBy(runner: Runner, taskId: string): Promise<string> {
  for await (const update of runner.subscribe(taskId, 0, NEVER)) {
    if (update.kind === 'event' && update.event.type === 'call.suspended') {
      return update.event.awaits.task_id;
    }
  }
  throw new Error('the task waits for nothing');
}

function texts(task: Task): string[] {
  return buildTranscript(task).map(getText);
}

function rowsIn(path: string, statement: string): unknown[] {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    return database.prepare(statement).all();
  } finally {
    database.close();
  }
}

/** A task that waits for another one in a file that no process has open. */
async function leftWaiting(more: Partial<TaskWait> = {}): Promise<{ path: string; id: string }> {
  const path = files.newPath();
  const runner: Runner = createSqliteRunner({
    path,
    agents: [delegating(() => runner, more), served(stuck, { name: 'b' })],
  });
  const { id } = await runner.submit(saying('hi'));
  await awaitedBy(runner, id);
  await expect
    .poll(() => rowsIn(path, "SELECT suspended FROM task WHERE agent = 'a'"))
    .toEqual([{ suspended: 1 }]);
  await runner.close(0);
  return { path, id };
}

describe('calls that wait for other tasks in a file', () => {
  it('go on after a restart, once the awaited task has ended', async () => {
    const { path, id } = await leftWaiting();
    const { open, worker } = gated();
    const runner: Runner = createSqliteRunner({ path, agents: [delegating(() => runner), worker] });
    expect((await runner.waitUntilSettled(id, AbortSignal.abort())).state).toBe('working');
    open();
    const task = await runner.waitUntilSettled(id, NEVER);
    expect(texts(task)).toEqual(['hi', '', 'completed heard work', 'done']);
    expect(rowsIn(path, 'SELECT * FROM task_wait')).toEqual([]);
    await runner.close(0);
  });

  it('are not taken over from a process that is gone, as nothing of them was under way', async () => {
    const { path, id } = await leftWaiting();
    const runner: Runner = createSqliteRunner({
      path,
      agents: [delegating(() => runner), served(stuck, { name: 'b' })],
    });
    await runner.close(0);
    const types = rowsIn(
      path,
      `SELECT body ->> '$.type' AS type FROM event WHERE task_id = '${id}'`,
    );
    expect(types).not.toContainEqual({ type: 'task.resumed' });
  });

  it('go on where the awaited task ended while nobody served the task that waits', async () => {
    const { path, id } = await leftWaiting();
    const other = createSqliteRunner({ path, agents: [served(echo, { name: 'b' })] });
    const [child] = (await other.list({ principal: 'p', agent: 'b', pageSize: 1 })).tasks;
    await other.waitUntilSettled(child?.id ?? '', NEVER);
    await other.close(0);
    const runner: Runner = createSqliteRunner({ path, agents: [delegating(() => runner)] });
    const task = await runner.waitUntilSettled(id, NEVER);
    expect(texts(task)[2]).toBe('completed heard work');
    await runner.close(0);
  });

  it('go on in the process of their agent when the awaited task ends in another one', async () => {
    const path = files.newPath();
    const { open, worker } = gated();
    const workers = createSqliteRunner({ path, agents: [worker] });
    const runner = createSqliteRunner({ path, agents: [delegating(() => workers)] });
    const { id } = await runner.submit(saying('hi'));
    await awaitedBy(runner, id);
    open();
    expect(texts(await runner.waitUntilSettled(id, NEVER))[2]).toBe('completed heard work');
    await runner.close(0);
    await workers.close(0);
  });

  it('wait until a time, also after a restart', async () => {
    const until = 5_000_000;
    const { path, id } = await leftWaiting({ until: 9e15 });
    const database = new DatabaseSync(path);
    database.exec(`UPDATE task_wait SET until_at = ${until}, due_at = ${until}`);
    database.close();
    const clock = createManualClock(until - 1000);
    const runner: Runner = createSqliteRunner({
      path,
      clock,
      agents: [delegating(() => runner), served(stuck, { name: 'b' })],
    });
    expect((await runner.waitUntilSettled(id, AbortSignal.abort())).state).toBe('working');
    clock.advance(1000);
    expect(texts(await runner.waitUntilSettled(id, NEVER))[2]).toBe('working ');
    const closed = runner.close(0);
    clock.advance(1);
    await closed;
  });

  it('cancel what they wait for after a restart, where that was left over', async () => {
    const { path, id } = await leftWaiting();
    const first: Runner = createSqliteRunner({ path, agents: [delegating(() => first)] });
    expect((await first.cancel(id)).state).toBe('canceled');
    await first.close(0);
    expect(rowsIn(path, 'SELECT due_at FROM task_wait')).toEqual([{ due_at: 0 }]);
    const worker = createSqliteRunner({ path, agents: [served(stuck, { name: 'b' })] });
    const [child] = (await worker.list({ principal: 'p', agent: 'b', pageSize: 1 })).tasks;
    expect((await worker.waitUntilSettled(child?.id ?? '', NEVER)).state).toBe('canceled');
    await expect.poll(() => rowsIn(path, 'SELECT due_at FROM task_wait')).toEqual([]);
    await worker.close(0);
  });
});
