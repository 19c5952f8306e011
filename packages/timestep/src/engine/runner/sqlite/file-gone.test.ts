import { copyFileSync, renameSync, rmSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import type { Runner } from '#engine/port';
import { createManualClock, type ManualClock } from '#testing';
import { openSqlite } from './open-sqlite.ts';
import { createSqliteRunner } from './sqlite-runner.ts';
import { echo, NEVER, saying, served, temporaryFiles } from './store.fixture.ts';

const files = temporaryFiles();
afterAll(files.remove);

const LEASE_MS = 9000;
const REFUSED = { code: 'store-failed' };

interface Subject {
  readonly path: string;
  readonly runner: Runner;
  readonly clock: ManualClock;
  readonly errors: unknown[];
}

function opened(agent = served(echo)): Subject {
  const path = files.newPath();
  const clock = createManualClock();
  const errors: unknown[] = [];
  const onError = (thrown: unknown) => errors.push(thrown);
  const runner = createSqliteRunner({ path, agents: [agent], clock, leaseMs: LEASE_MS, onError });
  return { path, runner, clock, errors };
}

const away = (path: string): string => `${path}.away`;

/** What may happen to the files of a database that is open, and how it is undone. */
const TROUBLES: Record<string, { begin(path: string): void; end(path: string): void }> = {
  'is moved away': {
    begin: (path) => renameSync(path, away(path)),
    end: (path) => renameSync(away(path), path),
  },
  'is replaced by another': {
    begin(path) {
      renameSync(path, away(path));
      copyFileSync(away(path), path);
    },
    end: (path) => renameSync(away(path), path),
  },
  'loses its -wal file': {
    begin: (path) => renameSync(`${path}-wal`, away(path)),
    end: (path) => renameSync(away(path), `${path}-wal`),
  },
  'loses its -shm file': {
    begin: (path) => renameSync(`${path}-shm`, away(path)),
    end: (path) => renameSync(away(path), `${path}-shm`),
  },
};

describe.each(Object.entries(TROUBLES))('a database that %s while it is open', (_name, trouble) => {
  it('takes nothing, says so once, and goes on when its files are back', async () => {
    const { path, runner, errors } = opened();
    await runner.waitUntilSettled((await runner.submit(saying('before'))).id, NEVER);
    expect(runner.getStorageProblem?.()).toBeUndefined();
    trouble.begin(path);
    for (const text of ['one', 'two', 'before']) {
      await expect(runner.submit(saying(text))).rejects.toMatchObject(REFUSED);
    }
    expect(runner.getStorageProblem?.()).toMatchObject({ code: 'gone' });
    expect(errors).toMatchObject([
      { code: 'gone', message: expect.stringMatching(/move it back, or .*restart/) },
    ]);
    trouble.end(path);
    const { id } = await runner.submit(saying('one'));
    expect((await runner.waitUntilSettled(id, NEVER)).state).toBe('completed');
    expect(runner.getStorageProblem?.()).toBeUndefined();
    await runner.close(0);
    const next = createSqliteRunner({ path, agents: [served(echo)] });
    expect((await next.list({ principal: 'p', pageSize: 9 })).total).toBe(2);
    await next.close(0);
  });

  it('keeps what is under way from its readers until it is written', async () => {
    let answer = (): void => undefined;
    const thinking = new Promise<void>((resolve) => (answer = resolve));
    const agent = served(async () => {
      await thinking;
      return { role: 'assistant', content: 'done' };
    });
    const { path, runner, clock, errors } = opened(agent);
    const { id } = await runner.submit(saying('hi'));
    await expect.poll(async () => (await runner.get(id))?.model).toBe('running');
    trouble.begin(path);
    answer();
    await expect.poll(() => errors).toMatchObject([{ code: 'gone' }]);
    expect((await runner.get(id))?.state).toBe('working');
    await expect(runner.cancel(id)).rejects.toMatchObject(REFUSED);
    clock.advance(LEASE_MS);
    expect((await runner.get(id))?.state).toBe('working');
    trouble.end(path);
    clock.advance(LEASE_MS / 3);
    await expect.poll(async () => (await runner.get(id))?.state).toBe('completed');
    expect(errors).toHaveLength(1);
    await runner.close(0);
  });
});

it('is noticed without a message, by the next sign of life', async () => {
  const { path, runner, clock, errors } = opened();
  rmSync(path);
  clock.advance(LEASE_MS / 3);
  expect(runner.getStorageProblem?.()).toMatchObject({ code: 'gone' });
  clock.advance(10 * LEASE_MS);
  expect(errors).toHaveLength(1);
  await runner.close(0);
});

it('takes no target for push notifications and lends none, and keeps no response', async () => {
  const path = files.newPath();
  const backend = openSqlite({ path, agents: [] });
  const { outbox, responses } = backend;
  const target = { taskId: 't', id: 'a', url: 'https://example.com', version: '1.0' } as const;
  await outbox.put(target, 0, 10);
  renameSync(path, away(path));
  await expect(outbox.put({ ...target, id: 'b' }, 0, 10)).rejects.toMatchObject(REFUSED);
  await expect(outbox.remove('t', 'a')).rejects.toMatchObject(REFUSED);
  const lease = { holder: 'h', now: 1, until: 2 };
  await expect(outbox.claimForTask('t', lease, true)).rejects.toMatchObject({ code: 'gone' });
  const response = { principal: '', id: 'r', agent: 'a', isUnfinished: false, body: '{}' };
  await expect(responses.put(response, [])).rejects.toMatchObject({ code: 'failed' });
  renameSync(away(path), path);
  const [delivery] = await outbox.claimForTask('t', lease, true);
  expect(delivery).toMatchObject({ target: { id: 'a' } });
  await backend.close(0);
});
