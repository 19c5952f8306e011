/**
 * Builds the packages from scratch, because files left over from an earlier build would be
 * published.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, globSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { bundlePackage } from './bundle/bundle-package.ts';
import { copyShippedFiles } from './bundle/copies.ts';
import { readEntries } from './bundle/entries.ts';
import { pruneDeclarations } from './bundle/prune-declarations.ts';
import { noteBuild } from './pack.ts';
import { buildWebOnce } from './web/web-build.ts';

const root = join(import.meta.dirname, '..');
const compiler = join(root, 'node_modules', '.bin', 'tsc');
const packages = ['packages/timestep', 'packages/temporal', 'packages/grpc', 'packages/embedder'];

for (const dist of globSync('packages/*/dist', { cwd: root })) {
  rmSync(join(root, dist), { recursive: true, force: true });
}
const { status, error } = spawnSync(compiler, ['-b', ...packages], { cwd: root, stdio: 'inherit' });
if (error) console.error(`the compiler did not run: ${error.message}`);
process.exitCode = status ?? 1;

if (status === 0) {
  // Declarations are pruned after all builds, because the declarations of one package are checked
  // against all declarations of the other.
  for (const folder of packages.map((name) => join(root, name))) {
    pruneDeclarations(folder);
    await bundlePackage(folder);
    for (const entry of readEntries(folder).commands)
      chmodSync(join(folder, 'dist', `${entry}.js`), 0o755);
  }
  for (const name of packages) copyShippedFiles(root, name);
  cpSync(buildWebOnce(root), join(root, 'packages/timestep/dist/ui'), { recursive: true });
  noteBuild(root);
}
