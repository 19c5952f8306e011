import { afterAll, expect, it } from 'vitest';
import { buildTranscript, type Task } from '#core';
import type { Runner } from '#engine/port';
import { createChangingAgents } from '#testing';
import { createSqliteRunner } from '../sqlite-runner.ts';
import { calling, echo, NEVER, saying, served, stuck, temporaryFiles } from '../store.fixture.ts';

const files = temporaryFiles();
afterAll(files.remove);

function wordsOf(task: Task): unknown[] {
  return buildTranscript(task).map(({ content }) => content);
}

async function started(runner: Runner, id: string): Promise<void> {
  for await (const update of runner.subscribe(id, 0, NEVER)) {
    if (update.kind === 'event' && update.event.type === 'model.started') return;
  }
}

it('takes up what another process left under way when its agent comes, without a restart', async () => {
  const path = files.newPath();
  const before = createSqliteRunner({ path, agents: [served(stuck)] });
  const { id } = await before.submit(saying('hi'));
  await started(before, id);
  await before.close(0);
  const agents = createChangingAgents();
  const runner = createSqliteRunner({ path, agents });
  const settled = runner.waitUntilSettled(id, NEVER);
  expect(await runner.get(id)).toMatchObject({ state: 'working' });
  agents.put(served(echo));
  expect(wordsOf(await settled)).toEqual(['hi', 'heard hi']);
  await runner.close(0);
});

it('leaves the tasks of an agent that has gone to another process that has the agent', async () => {
  const path = files.newPath();
  const agents = createChangingAgents(served(stuck));
  const one = createSqliteRunner({ path, agents });
  const other = createSqliteRunner({ path, agents: [served(echo)] });
  const { id } = await one.submit(saying('hi'));
  await started(one, id);
  const settled = other.waitUntilSettled(id, NEVER);
  const followed = one.waitUntilSettled(id, NEVER);
  agents.remove('a');
  expect(wordsOf(await settled)).toEqual(['hi', 'heard hi']);
  expect(wordsOf(await followed)).toEqual(['hi', 'heard hi']);
  await one.close(0);
  await other.close(0);
});

it('keeps a result that was there before its agent went', async () => {
  const path = files.newPath();
  const agents = createChangingAgents(served(calling('ask'), { toolSite: 'client' }));
  const runner = createSqliteRunner({ path, agents });
  const { id } = await runner.submit(saying('hi'));
  const waiting = await runner.waitUntilSettled(id, NEVER);
  agents.remove('a');
  const answer = {
    agent: 'a',
    principal: 'p',
    messageId: 'results',
    taskId: id,
    results: [{ callId: 'ask', output: 'by hand' }],
  };
  await expect(runner.submit(answer)).rejects.toMatchObject({ code: 'unknown-agent' });
  expect(await runner.get(id)).toEqual(waiting);
  expect(await runner.waitUntilSettled(id, NEVER)).toEqual(waiting);
  agents.put(served(echo, { toolSite: 'client' }));
  await runner.submit(answer);
  expect((await runner.waitUntilSettled(id, NEVER)).state).toBe('completed');
  await runner.close(0);
});

it('has nothing under way once its agents have gone, and can be closed then', async () => {
  const path = files.newPath();
  const agents = createChangingAgents(served(stuck));
  const told: unknown[] = [];
  const runner = createSqliteRunner({ path, agents, onError: (thrown) => told.push(thrown) });
  const { id } = await runner.submit(saying('hi'));
  await started(runner, id);
  agents.remove('a');
  await runner.close(60_000);
  const next = createSqliteRunner({ path, agents: [served(echo)] });
  expect(wordsOf(await next.waitUntilSettled(id, NEVER))).toEqual(['hi', 'heard hi']);
  expect(told).toEqual([]);
  await next.close(0);
});
