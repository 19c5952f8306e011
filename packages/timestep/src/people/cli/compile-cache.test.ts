import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createTestFolder } from './timestep.fixture.ts';

/** Runs the command with its own directory for temporary files, and lists what it left there. */
function listLeftFiles(env: Readonly<Record<string, string>>): string[] {
  const folder = createTestFolder();
  const { NODE_COMPILE_CACHE: _elsewhere, ...inherited } = process.env;
  const { status } = spawnSync(
    process.execPath,
    ['--conditions=@timestep/source', join(import.meta.dirname, 'main.ts'), '--version'],
    { env: { ...inherited, TMPDIR: folder, ...env } },
  );
  expect(status).toBe(0);
  return readdirSync(folder);
}

it('keeps the compiled code of the command for its next start', () => {
  expect(listLeftFiles({})).toEqual(['node-compile-cache']);
});

it('keeps no compiled code if the user turns it off', () => {
  expect(listLeftFiles({ NODE_DISABLE_COMPILE_CACHE: '1' })).toEqual([]);
});
