import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packOnce } from '../../scripts/pack.ts';
import { SHORT_NPM_PAUSES } from '../../scripts/test-setup/npm-pauses.ts';

const repository = join(import.meta.dirname, '../..');

/** Packages that tests install; the model of the embedder would have to be built first. */
const PACKED = ['timestep', 'temporal', 'grpc', 'create'].map((name) => `packages/${name}`);

/** Returns the archive of each package, by the last part of its name. */
export function listArchives(): Readonly<Record<string, string>> {
  const folder = packOnce(repository, PACKED);
  const archives = globSync('*.tgz', { cwd: folder });
  return Object.fromEntries(
    archives.map((file) => [/^timestep-ai-(\w+)-/.exec(file)?.[1] ?? file, join(folder, file)]),
  );
}

/** Installs packages in a new folder outside the repository, as a user does; returns the folder. */
export function installProject(packages: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'timestep-installed-'));
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  const options = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
  const env = { ...process.env, ...SHORT_NPM_PAUSES };
  execFileSync('npm', ['install', ...options, ...packages], { cwd: folder, env, stdio: 'inherit' });
  return folder;
}
