import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';

const PROGRAM = fileURLToPath(new URL('late-answers.ts', import.meta.url));

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
  const folder = mkdtempSync(join(tmpdir(), 'timestep-late-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, agents] of [
    ['desk', ['../sky']],
    ['sky', []],
  ] as const) {
    mkdirSync(join(folder, name));
    const manifest = { metadata: { name }, agents };
    writeFileSync(join(folder, name, 'tsagent.json'), JSON.stringify(manifest));
  }
  const database = join(folder, 'tasks.db');
  expect(run(database, folder, point).signal).toBe('SIGKILL');
  const { stdout, stderr } = run(database, folder, '');
  expect(stderr).toBe('');
  const { said, sky, couriers } = JSON.parse(stdout) as Record<string, unknown>;
  expect({ sky, couriers }).toEqual({ sky: 1, couriers: 1 });
  expect(said).toEqual([['go'], [expect.stringContaining('sunny')]]);
});
