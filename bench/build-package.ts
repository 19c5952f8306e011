import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { Progress } from './suite.ts';

/** Builds what would be published, for suites that compare it with what peers publish. */
export function buildPackage(progress: Progress): void {
  progress('building the package');
  const root = join(import.meta.dirname, '..');
  const args = [join(root, 'scripts', 'build.ts')];
  execFileSync(process.execPath, args, { cwd: root, stdio: ['ignore', 2, 2] });
}
