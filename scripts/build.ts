/**
 * Builds the packages from nothing, because files left over from an earlier build would be
 * published.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, globSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { bundlePackage } from './bundle/bundle-package.ts';
import { copyInto } from './bundle/copies.ts';
import { entriesOf } from './bundle/entries.ts';
import { pruneDeclarations } from './bundle/prune-declarations.ts';
import { builtWeb } from './web/web-build.ts';

const root = join(import.meta.dirname, '..');
const compiler = join(root, 'node_modules', '.bin', 'tsc');
const packages = ['packages/timestep', 'packages/temporal', 'packages/grpc'];

for (const dist of globSync('packages/*/dist', { cwd: root })) {
  rmSync(join(root, dist), { recursive: true, force: true });
}
const { status, error } = spawnSync(compiler, ['-b', ...packages], { cwd: root, stdio: 'inherit' });
if (error) console.error(`the compiler did not run: ${error.message}`);
process.exitCode = status ?? 1;

if (status === 0) {
  // Only now: the declarations of one package are checked against all of the other's.
  for (const folder of packages.map((name) => join(root, name))) {
    pruneDeclarations(folder);
    await bundlePackage(folder);
    for (const entry of entriesOf(folder).commands)
      chmodSync(join(folder, 'dist', `${entry}.js`), 0o755);
  }
  for (const name of packages) copyInto(root, name);
  cpSync(builtWeb(root), join(root, 'packages/timestep/dist/ui'), { recursive: true });
}
