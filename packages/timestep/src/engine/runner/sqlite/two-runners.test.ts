import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { buildTranscript, type NumberedEvent, type Submission } from '#core';
import { RunnerError, type Runner } from '#engine/port';
import { createManualClock } from '#testing';
import { createSqliteRunner } from './sqlite-runner.ts';
import {
  calling,
  collected,
  echo,
  NEVER,
  saying,
  served,
  stuck,
  temporaryFiles,
} from './store.fixture.ts';

const files = temporaryFiles();
afterAll(files.remove);

const PROCESS = fileURLToPath(new URL('runner-process.fixture.ts', import.meta.url));
const LEASE_MS = 10_000;

async function closed(...runners: Runner[]): Promise<void> {
  await Promise.all(runners.map((runner) => runner.close(0)));
}

function codeOf(thrown: unknown): unknown {
  return thrown instanceof RunnerError ? thrown.code : thrown;
}

async function eventsOf(runner: Runner, id: string): Promise<readonly NumberedEvent[]> {
  const updates = await collected(runner.subscribe(id, 0, NEVER));
  return updates.flatMap((update) => (update.kind === 'event' ? [update.event] : []));
}

/** Results for a task that waits for its client to run `ask`. */
function results(taskId: string, messageId = 'results'): Submission {
  const outcome = [{ callId: 'ask', output: 'by hand' }];
  return { agent: 'a', principal: 'p', messageId, taskId, results: outcome };
}

/** A runner that watches a task, which waits for its client. */
async function watchedTask() {
  const path = files.newPath();
  const agents = [served(calling('ask'), { toolSite: 'client' })];
  const clock = createManualClock();
  const one = createSqliteRunner({ path, agents, leaseMs: LEASE_MS, clock });
  const { id } = await one.submit(saying('hi'));
  await one.waitUntilSettled(id, NEVER);
  const watching = collected(one.subscribe(id, 0, NEVER));
  await new Promise(setImmediate);
  return { path, agents, clock, one, id, watching };
}

describe('two processes over one file', () => {
  it('goes on at once with what a killed process had under way', async () => {
    const path = files.newPath();
    const child = spawn(process.execPath, [PROCESS, path], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [chunk] = await once(child.stdout, 'data');
    const id = String(chunk);
    child.kill('SIGKILL');
    await once(child, 'close');
    const clock = createManualClock(Date.now());
    const heir = createSqliteRunner({ path, agents: [served(echo)], clock });
    const task = await heir.waitUntilSettled(id, NEVER);
    expect(buildTranscript(task).map(({ content }) => content)).toEqual(['hi', 'heard hi']);
    const resumed = (await eventsOf(heir, id)).filter(({ type }) => type === 'task.resumed');
    expect(resumed).toMatchObject([
      {
        afterCrash: true,
        lostProcess: expect.stringMatching(new RegExp(`^${child.pid}-[0-9a-f]{4}$`)),
        newProcess: expect.stringMatching(new RegExp(`^${process.pid}-[0-9a-f]{4}$`)),
      },
    ]);
    await closed(heir);
  });

  it('leaves alone what a living process is doing, and lets others read it', async () => {
    const path = files.newPath();
    let answer = (): void => undefined;
    const busy = createSqliteRunner({
      path,
      agents: [
        served(async (messages, context) => {
          await new Promise<void>((resolve) => (answer = resolve));
          return echo(messages, context);
        }),
      ],
    });
    const { id } = await busy.submit(saying('hi'));
    for await (const update of busy.subscribe(id, 0, NEVER)) {
      if (update.kind === 'event' && update.event.type === 'model.started') break;
    }
    const other = createSqliteRunner({ path, agents: [served(echo)] });
    const following = collected(other.subscribe(id, 0, NEVER));
    const settled = other.waitUntilSettled(id, NEVER);
    answer();
    expect((await settled).state).toBe('completed');
    expect(
      (await following).map((update) => update.kind === 'event' && update.event.generation),
    ).toEqual(Array.from({ length: (await settled).generation }, (_, index) => index + 1));
    await closed(busy, other);
  });

  it('lets either of them go on with a task that waits, though the other still watches it', async () => {
    const { path, agents, clock, one, id, watching } = await watchedTask();
    const two = createSqliteRunner({ path, agents });
    await two.submit(results(id));
    const ended = await two.waitUntilSettled(id, NEVER);
    expect(ended.state).toBe('completed');
    expect(await one.get(id)).toEqual(ended);
    // Who watches learns of it when the first looks around next.
    clock.advance(LEASE_MS);
    await new Promise(setImmediate);
    clock.advance(LEASE_MS);
    expect((await watching).at(-1)).toMatchObject({ event: { type: 'task.finished' } });
    await closed(one, two);
  });

  it('takes a message once that both are sent, and answers both the same', async () => {
    const path = files.newPath();
    const agents = [served(echo)];
    const [one, two] = [createSqliteRunner({ path, agents }), createSqliteRunner({ path, agents })];
    const tasks = await Promise.all([one, two].map((runner) => runner.submit(saying('hi'))));
    expect(tasks[0]?.id).toBe(tasks[1]?.id);
    expect((await one.list({ principal: 'p', pageSize: 9 })).total).toBe(1);
    const outcomes = await Promise.allSettled(
      [one, two].map((runner, index) => runner.submit(saying(`body ${index}`, 'same id'))),
    );
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect((await one.list({ principal: 'p', pageSize: 9 })).total).toBe(2);
    await closed(one, two);
  });

  it('tries once more when a waiting task was taken between looking and writing', async () => {
    const path = files.newPath();
    const agents = [served(calling('ask'), { toolSite: 'client' })];
    const two = createSqliteRunner({ path, agents });
    const { id } = await two.submit(saying('hi'));
    await two.waitUntilSettled(id, NEVER);
    // The other claims the task, just before this one commits.
    const strange = { ...results(id, 'strange'), results: [{ callId: 'no', output: '' }] };
    let taken: Promise<unknown> | undefined;
    let isReady = false;
    const one = createSqliteRunner({
      path,
      agents,
      observeCommit(phase) {
        if (phase === 'before' && isReady) taken ??= two.submit(strange).catch(codeOf);
      },
    });
    isReady = true;
    await one.submit(results(id));
    expect(await taken).toBe('unknown-call');
    expect((await one.waitUntilSettled(id, NEVER)).state).toBe('completed');
    await closed(one, two);
  });

  it('takes over from a process that is stopped, which then leaves the task alone', async () => {
    const path = files.newPath();
    const asleep = createManualClock();
    let wake = (): void => undefined;
    const zombie = createSqliteRunner({
      path,
      clock: asleep,
      leaseMs: LEASE_MS,
      agents: [
        served(async () => {
          await new Promise<void>((resolve) => (wake = resolve));
          return { role: 'assistant', content: 'too late' };
        }),
      ],
    });
    const { id } = await zombie.submit(saying('hi'));
    const watching = collected(zombie.subscribe(id, 0, NEVER));
    const clock = createManualClock(LEASE_MS);
    const heir = createSqliteRunner({ path, agents: [served(echo)], clock, leaseMs: LEASE_MS });
    expect((await heir.get(id))?.state).toBe('working');
    clock.advance(LEASE_MS);
    const ended = await heir.waitUntilSettled(id, NEVER);
    wake();
    await new Promise(setImmediate);
    asleep.advance(LEASE_MS);
    expect((await watching).at(-1)).toMatchObject({ event: { type: 'task.finished' } });
    expect(await zombie.get(id)).toEqual(ended);
    expect(buildTranscript(ended).at(-1)?.content).toBe('heard hi');
    await closed(zombie, heir);
  });

  it('goes on with a task that another had in between, though it was being watched here', async () => {
    const { path, clock, one, id, watching } = await watchedTask();
    // Shortly before the next look for owners that are gone, and after one at what was written.
    clock.advance(LEASE_MS / 3 - 20);
    const two = createSqliteRunner({ path, agents: [served(stuck, { toolSite: 'client' })] });
    await two.submit(results(id));
    await closed(two);
    clock.advance(LEASE_MS / 3);
    expect((await one.waitUntilSettled(id, NEVER)).state).toBe('completed');
    expect((await watching).at(-1)).toMatchObject({ event: { type: 'task.finished' } });
    await closed(one);
  });
});

it('keeps tasks that wait on disk only', async () => {
  const agents = [served(calling('ask'), { toolSite: 'client' })];
  const runner = createSqliteRunner({ path: files.newPath(), agents });
  const { id } = await runner.submit(saying('hi'));
  const first = await runner.waitUntilSettled(id, NEVER);
  // What is in memory is the same object each time; what is on disk is read anew.
  expect(await runner.get(id)).toEqual(first);
  expect(await runner.get(id)).not.toBe(await runner.get(id));
  await closed(runner);
});
