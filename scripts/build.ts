/** Builds the packages from nothing, because files left over from earlier would be published. */
import { spawnSync } from 'node:child_process';
import { globSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const compiler = join(root, 'node_modules', '.bin', 'tsc');

for (const dist of globSync('packages/*/dist', { cwd: root })) {
  rmSync(join(root, dist), { recursive: true, force: true });
}
const { status, error } = spawnSync(compiler, ['-b', 'packages/timestep', 'packages/temporal'], {
  cwd: root,
  stdio: 'inherit',
});
if (error) console.error(`the compiler did not run: ${error.message}`);
process.exitCode = status ?? 1;
