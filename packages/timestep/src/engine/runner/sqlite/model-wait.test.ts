import { afterAll, describe, expect, it } from 'vitest';
import { TimestepError, type Task } from '#core';
import type { AgentFn, Runner } from '#engine/port';
import { createManualClock, type ManualClock } from '#testing';
import { createSqliteRunner } from './sqlite-runner.ts';
import { NEVER, saying, served, temporaryFiles } from './store.fixture.ts';

const files = temporaryFiles();
afterAll(files.remove);

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const limits = { max_steps: 5, time_limit_s: 60, model_patience_s: 24 * 3600 };

class OverloadError extends TimestepError {
  readonly retryable = true;
}

/** A model that is overloaded until a time. */
function createModel(clock: ManualClock, until: number) {
  let calls = 0;
  const agent: AgentFn = () => {
    calls += 1;
    if (clock.now() < until) throw new OverloadError('overloaded', 'the model is overloaded');
    return { role: 'assistant', content: 'hello' };
  };
  return { agent, countCalls: () => calls };
}

/** Advances the clock minute by minute until the task settles. */
async function settle(runner: Runner, id: string, clock: ManualClock, most: number): Promise<Task> {
  for (let passed = 0; passed < most; passed += 30_000) {
    clock.advance(30_000);
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
    const task = await runner.get(id);
    if (task?.end) return task;
  }
  throw new Error('the task did not settle');
}

describe.each([
  ['2 minutes', 2 * MINUTE],
  ['2 hours', 2 * HOUR],
])('a model that is overloaded for %s', (_, away) => {
  it('is awaited', async () => {
    const clock = createManualClock();
    const { agent, countCalls } = createModel(clock, away);
    const runner = createSqliteRunner({
      path: files.newPath(),
      agents: [served(agent, { limits })],
      clock,
    });
    const { id } = await runner.submit(saying('hi'));
    const task = await settle(runner, id, clock, 2 * away + HOUR);
    expect(task.state).toBe('completed');
    expect(countCalls()).toBeLessThan(120);
    await close(runner, clock);
  });

  it('is awaited through three restarts', async () => {
    const clock = createManualClock();
    const path = files.newPath();
    const { agent } = createModel(clock, away);
    const open = () => createSqliteRunner({ path, agents: [served(agent, { limits })], clock });
    let runner = open();
    const { id } = await runner.submit(saying('hi'));
    for (let restart = 0; restart < 3; restart += 1) {
      await waits(runner, id);
      await close(runner, clock);
      clock.advance(20_000);
      runner = open();
    }
    const task = await settle(runner, id, clock, 2 * away + HOUR);
    expect(task.state).toBe('completed');
    await close(runner, clock);
  });
});

it('ends the wait when the task is canceled', async () => {
  const clock = createManualClock();
  const { agent } = createModel(clock, HOUR);
  const runner = createSqliteRunner({
    path: files.newPath(),
    agents: [served(agent, { limits })],
    clock,
  });
  const { id } = await runner.submit(saying('hi'));
  await waits(runner, id);
  await runner.cancel(id);
  expect(await runner.waitUntilSettled(id, NEVER)).toMatchObject({ state: 'canceled' });
  await close(runner, clock);
});

it('fails the task with the reason when the patience is used up', async () => {
  const clock = createManualClock();
  const { agent } = createModel(clock, HOUR);
  const patience = { ...limits, model_patience_s: 300 };
  const runner = createSqliteRunner({
    path: files.newPath(),
    agents: [served(agent, { limits: patience })],
    clock,
  });
  const { id } = await runner.submit(saying('hi'));
  const task = await settle(runner, id, clock, HOUR);
  expect(task.end).toMatchObject({ state: 'failed', error: { code: 'overloaded' } });
  expect(task.workingMs).toBeLessThan(limits.time_limit_s * 1000);
  await close(runner, clock);
});

/** Waits until the task waits for its model. */
async function waits(runner: Runner, id: string): Promise<void> {
  await expect.poll(async () => (await runner.get(id))?.modelWait).toBeDefined();
}

async function close(runner: Runner, clock: ManualClock): Promise<void> {
  const closing = runner.close(0);
  clock.advance(0);
  await closing;
}
