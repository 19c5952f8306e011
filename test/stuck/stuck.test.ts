import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import type { Edit } from '../crash/edit.ts';
import { findStuckTasks } from './stuck.ts';

/** A sample; `npm run test:stuck` runs as many as it is told to. */
const TASKS = 300;

it('leaves no task without progress, end or reason', async () => {
  const { stuck, tally } = await findStuckTasks({ seed: 11, tasks: TASKS });
  expect(stuck).toEqual([]);
  // Tasks that all fail at once would say little about what comes later.
  expect(tally['completed'] ?? 0).toBeGreaterThan(TASKS / 10);
});

/** Rules that keep tasks from being stuck, each broken, with the number of tasks that show it. */
const MUTANTS: Readonly<Record<string, { readonly from: number; readonly edit: Edit }>> = {
  'a guard that never answers holds its task': {
    from: 450,
    edit: {
      file: 'engine/runner/effects/call-model.ts',
      from: 'await call.interrupter.race(asking)',
      to: 'await asking',
    },
  },
};

const RUN = fileURLToPath(new URL('run.ts', import.meta.url));
const EDITS = fileURLToPath(new URL('../crash/edited-sources.ts', import.meta.url));

it.each(Object.entries(MUTANTS))('finds that %s', async (_, { from, edit }) => {
  const flags = ['--conditions=@timestep/source', '--import', EDITS];
  const child = spawn(process.execPath, [...flags, RUN, '--tasks', '50', '--from', String(from)], {
    // The process loads the sources, as the build of the tests has no edits.
    env: { ...process.env, NODE_OPTIONS: '', TIMESTEP_TEST_EDITS: JSON.stringify([edit]) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said] = await Promise.all([text(child.stdout), once(child, 'close')]);
  expect(said).toMatch(/is working at/);
  expect(child.exitCode).toBe(1);
});

it('explains itself with examples', async () => {
  const flags = ['--conditions=@timestep/source', RUN, '--help'];
  const child = spawn(process.execPath, flags, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [said] = await Promise.all([text(child.stdout), once(child, 'close')]);
  expect(said).toMatch(/^ {2}npm run test:stuck -- --seed 7 --from 450 --tasks 1 +\S/m);
  expect(child.exitCode).toBe(0);
});
