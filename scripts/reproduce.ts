/**
 * Builds and packs every package twice from the same sources, and fails unless the archives are the same bytes. Leaves the
 * archives in a folder, with their checksums: `node scripts/reproduce.ts DIR`.
 */
import { execFileSync, type ExecFileSyncOptions } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = join(import.meta.dirname, '..');
const PACKAGES = ['packages/timestep', 'packages/temporal', 'packages/grpc'];

/** Returns the checksum of each archive, as `sha256sum` prints it. */
function buildAndPack(into: string): readonly string[] {
  const options: ExecFileSyncOptions = { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] };
  execFileSync(process.execPath, ['scripts/build.ts'], options);
  const workspaces = PACKAGES.flatMap((path) => ['--workspace', path]);
  const pack = ['pack', '--ignore-scripts', '--silent', '--pack-destination', into];
  execFileSync('npm', [...pack, ...workspaces], options);
  const archives = readdirSync(into)
    .filter((name) => name.endsWith('.tgz'))
    .toSorted();
  return archives.map((name) => {
    const digest = createHash('sha256')
      .update(readFileSync(join(into, name)))
      .digest('hex');
    return `${digest}  ${name}`;
  });
}

const folder = resolve(process.argv[2] ?? join(root, 'node_modules/.cache/archives'));
mkdirSync(folder, { recursive: true });
const first = buildAndPack(folder);
const second = buildAndPack(mkdtempSync(join(tmpdir(), 'archives-')));
writeFileSync(join(folder, 'SHA256SUMS'), first.map((line) => `${line}\n`).join(''));
console.log(first.join('\n'));
if (first.length !== PACKAGES.length || first.join() !== second.join()) {
  console.error(`the second build differs:\n${second.join('\n')}`);
  process.exitCode = 1;
}
