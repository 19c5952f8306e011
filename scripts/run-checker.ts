/** Runs a program of `scripts/checkers` in the root of the repository; installs them first, if they are missing. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { CHECKERS, createCheckerPath } from './install/checkers.ts';
import { installLocked } from './install/install-locked.ts';

const root = join(import.meta.dirname, '..');
const [program = '', ...args] = process.argv.slice(2);
if (installLocked(join(root, CHECKERS))) {
  const env = { ...process.env, PATH: createCheckerPath(root) };
  const { status, error } = spawnSync(program, args, {
    cwd: root,
    env,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (error) console.error(`${program} did not run: ${error.message}`);
  process.exitCode = status ?? 1;
} else {
  process.exitCode = 1;
}
