import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createWorkerExits, type WorkerExits } from './worker-exits.ts';

const DAY_MS = 24 * 3600 * 1000;
const NOW = Date.now();
const WORK = { taskId: 't1', during: 'model', isRetried: true, effect: 'model:1:2@7' };
const LOST = { taskId: 't1', effect: 'model:1:2@7', workerId: undefined };

function folderOfTest(): string {
  const folder = mkdtempSync(join(tmpdir(), 'timestep-exits-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

let count = 0;

function opened(folder: string): WorkerExits & { readonly id: string; readonly name: string } {
  count += 1;
  const id = `${process.pid}-0000-${count}abc`;
  const exits = createWorkerExits(folder, id, NOW);
  onTestFinished(exits.close);
  return { ...exits, id, name: `${process.pid}-${count}abc` };
}

it('names the effect whose code was running when its worker ended, and only that', () => {
  const folder = folderOfTest();
  const [first, second] = [opened(folder), opened(folder)];
  first.observe(WORK, () => {
    const culprit = { taskId: 't1', during: 'model', kind: 'on-stack', effect: WORK.effect };
    const exit = { kind: 'lost', culprit, process: first.name };
    expect(second.getExit({ ...LOST, workerId: first.id })).toEqual(exit);
    expect(second.getExit(LOST)).toEqual(exit);
    expect(second.getExit({ ...LOST, effect: 'model:1:1@4' })).toEqual({ kind: 'lost' });
    expect(second.getExit({ ...LOST, workerId: second.id })).toEqual({
      kind: 'lost',
      process: second.name,
    });
  });
});

it.each([
  ['another task', { ...LOST, taskId: 't2' }],
  ['another effect of the task', { ...LOST, effect: 'tool:t1:1:b:1@7' }],
])('names something else beside %s of the same worker', (_name, lost) => {
  const folder = folderOfTest();
  const [first, second] = [opened(folder), opened(folder)];
  first.observe(WORK, () => {
    const exit = second.getExit({ ...lost, workerId: first.id });
    expect(exit).toMatchObject({ kind: 'lost', culprit: { during: 'model' } });
    expect(exit).not.toMatchObject({ culprit: { taskId: lost.taskId } });
  });
});

it('blames nothing if the worker was shutting down', () => {
  const folder = folderOfTest();
  const [first, second] = [opened(folder), opened(folder)];
  first.depart();
  first.observe(WORK, () => {
    expect(second.getExit({ ...LOST, workerId: first.id })).toEqual({ kind: 'left' });
  });
});

it('deletes old records of processes that have ended', async () => {
  const folder = folderOfTest();
  const ended = spawnSync(process.execPath, ['--version']).pid;
  const running = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  onTestFinished(() => void running.kill('SIGKILL'));
  const names = [`${ended}-old.exit`, `${running.pid}-old.exit`, `${ended}-new.exit`];
  for (const name of names) writeFileSync(join(folder, name), '');
  const old = new Date(NOW - 2 * DAY_MS);
  for (const name of names.slice(0, 2)) utimesSync(join(folder, name), old, old);
  opened(folder);
  expect(readdirSync(folder).toSorted()).toEqual(names.slice(1).toSorted());
});

it('knows nothing, and fails nothing, where the folder cannot be made', () => {
  const file = join(folderOfTest(), 'file');
  writeFileSync(file, '');
  const exits = opened(join(file, 'workers'));
  exits.observe(WORK, () => expect(exits.getExit(LOST)).toEqual({ kind: 'lost' }));
  expect(existsSync(join(file, 'workers'))).toBe(false);
});
