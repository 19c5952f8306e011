import { afterAll, describe, expect, it } from 'vitest';
import { createManualClock, type ManualClock } from '#testing';
import { createSqliteRunner } from '../sqlite-runner.ts';
import { calling, echo, NEVER, saying, served, stuck, temporaryFiles } from '../store.fixture.ts';

const files = temporaryFiles();
afterAll(files.remove);

/** Stands for a day, at a scale at which clocks are quick to move. */
const DAY_MS = 1000;
const RETENTION = { endedForMs: 30 * DAY_MS, everyMs: DAY_MS };

const AGENTS = [
  served(echo),
  served(calling('ask'), { name: 'asker', toolSite: 'client' }),
  served(stuck, { name: 'stuck', limits: { max_steps: 9, time_limit_s: 1e9 } }),
];

/** Moves the clock day by day, as timers would see it. */
function pass(clock: ManualClock, days: number): void {
  for (let day = 0; day < days; day += 1) clock.advance(DAY_MS);
}

const PATIENT = { timeout: 120_000 };

describe('retention', () => {
  it('erases what ended long ago, at start and then at intervals, and nothing else', async () => {
    const path = files.newPath();
    const clock = createManualClock(DAY_MS);
    const options = { path, agents: AGENTS, clock, leaseMs: 900 * DAY_MS, retention: RETENTION };
    const first = createSqliteRunner(options);
    const total = async () => (await first.list({ principal: 'p', pageSize: 1 })).total;
    for (let task = 0; task < 50; task += 1) {
      await first.waitUntilSettled((await first.submit(saying(`old ${task}`))).id, NEVER);
    }
    const waiting = await first.submit({ ...saying('waits'), agent: 'asker' });
    await first.waitUntilSettled(waiting.id, NEVER);
    const running = await first.submit({ ...saying('runs'), agent: 'stuck' });
    pass(clock, 29);
    expect(await total()).toBe(52);
    const young = await first.submit(saying('young'));
    await first.waitUntilSettled(young.id, NEVER);
    pass(clock, 3);
    await expect.poll(total, PATIENT).toBe(3);
    const left = await first.list({ principal: 'p', pageSize: 9 });
    expect(left.tasks.map(({ id }) => id).toSorted()).toEqual(
      [waiting.id, running.id, young.id].toSorted(),
    );
    await first.cancel(running.id);
    await first.close(0);
    clock.advance(60 * DAY_MS);
    const second = createSqliteRunner(options);
    await expect.poll(() => second.get(young.id), PATIENT).toBeUndefined();
    expect(await second.get(waiting.id)).toBeDefined();
    await second.close(0);
  });

  it('takes a message whose task was erased for a new one', async () => {
    const clock = createManualClock(DAY_MS);
    const options = { path: files.newPath(), agents: AGENTS, clock, retention: RETENTION };
    const runner = createSqliteRunner(options);
    const { id } = await runner.submit(saying('hi'));
    await runner.waitUntilSettled(id, NEVER);
    expect((await runner.submit(saying('hi'))).id).toBe(id);
    pass(clock, 40);
    await expect.poll(() => runner.get(id), PATIENT).toBeUndefined();
    expect((await runner.submit(saying('hi'))).id).not.toBe(id);
    await runner.close(0);
  });

  it('keeps everything unless it is asked to', async () => {
    const clock = createManualClock(DAY_MS);
    const runner = createSqliteRunner({ path: files.newPath(), agents: AGENTS, clock });
    const { id } = await runner.submit(saying('hi'));
    await runner.waitUntilSettled(id, NEVER);
    pass(clock, 100);
    expect(await runner.get(id)).toBeDefined();
    await runner.close(0);
  });
});
