import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { newFolder, writeAgent } from './catalog.fixture.ts';

const PROGRAM = fileURLToPath(new URL('late-answers-process.fixture.ts', import.meta.url));

function run(database: string, folder: string, point: string) {
  const args = ['--conditions=@timestep/source', PROGRAM, database, folder, point];
  return spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 60_000 });
}

it.each([
  'before desk',
  'after desk',
  'after desk again',
  'the other agent at work',
  'before timestep.courier',
  'after timestep.courier',
  'before timestep.courier again',
  'after timestep.courier again',
  'the answer was heard',
])('brings a late answer once where the process is killed: %s', (point) => {
  const folder = newFolder();
  const desk = writeAgent(join(folder, 'desk'), 'desk');
  const manifest = { metadata: { name: 'desk' }, agents: ['../sky'] };
  writeFileSync(join(desk, 'tsagent.json'), JSON.stringify(manifest));
  writeAgent(join(folder, 'sky'), 'sky');
  const database = join(folder, 'tasks.db');
  expect(run(database, folder, point).signal).toBe('SIGKILL');
  const { stdout, stderr } = run(database, folder, '');
  expect(stderr).toBe('');
  const { said, sky, couriers } = JSON.parse(stdout) as Record<string, unknown>;
  expect({ sky, couriers }).toEqual({ sky: 1, couriers: 1 });
  expect(said).toEqual([['go'], [expect.stringContaining('sunny')]]);
});
