import { execFile } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { temporaryFiles } from '../store.fixture.ts';
import { createExitMark } from './exit-mark.ts';
import { readExitRecord } from './exit-record.ts';
import { readOomKills } from './oom-kills.ts';

const files = temporaryFiles();
afterAll(files.remove);

const RETRIED = { taskId: 't1', during: 'tool boom', isRetried: true };
const FIRST = { ...RETRIED, isRetried: false };
const PROCESS = fileURLToPath(new URL('exit-mark-process.fixture.ts', import.meta.url));

function opened(oomKills: () => number | undefined = () => 0) {
  const path = files.newPath();
  return { path, mark: createExitMark(path, oomKills), read: () => readExitRecord(path, oomKills) };
}

describe('the mark of retried work', () => {
  it('names the work while its code runs, and not while it waits', async () => {
    const { mark, read } = opened();
    const culprit = { taskId: 't1', during: 'tool boom', kind: 'on-stack' };
    const seen: unknown[] = [];
    const done = mark.observe(RETRIED, async () => {
      seen.push(read());
      await pause(1);
      seen.push(read());
    });
    await nextTurn();
    seen.push(read());
    await done;
    expect(seen).toEqual([{ culprit }, undefined, { culprit }]);
    await nextTurn();
    expect(read()).toBeUndefined();
    mark.close();
  });

  it('names the newest of several, and nothing that has ended', async () => {
    const { mark, read } = opened();
    mark.observe(RETRIED, () => {
      setTimeout(() => undefined, 0);
    });
    mark.observe({ ...RETRIED, taskId: 't2' }, () => undefined);
    expect(read()).toMatchObject({ culprit: { taskId: 't2' } });
    await nextTurn();
    await pause(2);
    expect(read()).toBeUndefined();
    mark.close();
  });

  it('is a file that only its owner can read, and goes with its process', () => {
    const { path, mark } = opened();
    expect(existsSync(path)).toBe(false);
    mark.observe(RETRIED, () => undefined);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    mark.close();
    expect(existsSync(path)).toBe(false);
  });
});

it('writes nothing for work that no process was lost during', () => {
  const { path, mark } = opened();
  expect(mark.observe(FIRST, () => 7)).toBe(7);
  expect(() => mark.observe(FIRST, () => JSON.parse('{'))).toThrow(SyntaxError);
  expect(existsSync(path)).toBe(false);
  mark.close();
});

it('blames nothing for the end of a process that was shutting down', () => {
  const { mark, read } = opened();
  mark.depart();
  mark.observe(RETRIED, () => {
    expect(read()).toEqual({ hasDeparted: true });
  });
  mark.close();
});

describe('memory that ran out', () => {
  it.each([
    ['of work retried alone', ['t1'], 1, 't1'],
    ['of one of two retried', ['t1', 't2'], 1, undefined],
    ['without a kill', ['t1'], 0, undefined],
  ])('%s', async (_name, tasks, killed, blamed) => {
    let kills = 5;
    const { mark, read } = opened(() => kills);
    const over = Promise.withResolvers<void>();
    for (const taskId of tasks) void mark.observe({ ...RETRIED, taskId }, () => over.promise);
    await nextTurn();
    kills += killed;
    expect(read()?.['culprit' as never]).toEqual(
      blamed && { taskId: blamed, during: 'tool boom', kind: 'out-of-memory' },
    );
    over.resolve();
    mark.close();
  });

  it('is read from the events of the group', () => {
    const path = files.newPath();
    writeFileSync(path, 'low 0\nhigh 0\nmax 3\noom 2\noom_kill 2\noom_group_kill 0\n');
    expect(readOomKills(path)).toBe(2);
    expect(readOomKills(`${path}-missing`)).toBeUndefined();
  });
});

it.each([
  ['exit', true],
  ['throw', true],
  ['reject', true],
  ['exit-outside', false],
  ['exit-after', false],
])('names the work that ended its process by %s: %s', async (how, isBlamed) => {
  const path = files.newPath();
  await new Promise((resolve) => execFile(process.execPath, [PROCESS, path, how], resolve));
  const culprit = { taskId: 't1', during: 'tool boom', kind: 'exit' };
  expect(readExitRecord(path)).toEqual(isBlamed ? { culprit } : undefined);
});

it('takes a damaged mark for none', () => {
  const path = files.newPath();
  expect(readExitRecord(path)).toBeUndefined();
  for (const text of ['', '{"culprit":', '{"culprit":{"taskId":1}}', '[]']) {
    writeFileSync(path, text);
    expect(readExitRecord(path)).toBeUndefined();
  }
  expect(readFileSync(path, 'utf8')).toBe('[]');
});
