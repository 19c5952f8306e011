import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { temporaryFiles } from './store.fixture.ts';

const files = temporaryFiles();
afterAll(files.remove);

const PROCESS = fileURLToPath(new URL('bounds-process.fixture.ts', import.meta.url));

async function measured(what: string): Promise<Readonly<Record<string, unknown>>> {
  const node = ['--expose-gc', PROCESS, what, files.newPath()];
  const { stdout } = await promisify(execFile)(process.execPath, node);
  return JSON.parse(stdout) as Record<string, unknown>;
}

it('keeps 10,000 tasks that wait in next to no memory', async () => {
  const { total, perTask } = await measured('waiting');
  expect(total).toBe(10_250);
  expect(perTask).toBeLessThan(2048);
});

it('keeps 10,000 tasks that wait for another one in next to no memory', async () => {
  const { total, perTask } = await measured('suspended');
  expect(total).toBe(10_250);
  expect(perTask).toBeLessThan(1000);
});

it('is held up by no reader that sleeps or leaves, nor by what it has not read', async () => {
  const { state, events, seen, slowlyRead, perReader } = await measured('readers');
  expect(state).toBe('completed');
  expect(events).toBeGreaterThan(4000);
  expect([seen, slowlyRead]).toEqual([events, events]);
  expect(perReader).toBeLessThan(256 * 1024);
});
