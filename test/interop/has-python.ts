import { spawnSync } from 'node:child_process';

/** True if tests can use a terminal, which Python creates. */
export function hasPython(): boolean {
  if (spawnSync('python3', ['-c', 'import pty']).status === 0) return true;
  process.stderr.write('NOT RUN: test/interop/terminal*.test.ts: no python3 with its module pty\n');
  return false;
}
