import { createHash, randomUUID } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleTaskWorkflow } from '@timestep/temporal';

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'node_modules/.cache/timestep');

/** A file with the workflow code, bundled once for every test that runs on the same sources. */
export async function sharedWorkflow(): Promise<{ readonly codePath: string }> {
  const codePath = join(folder, `workflow-${hashOfSources()}.js`);
  if (existsSync(codePath)) return { codePath };
  const { code } = await bundleTaskWorkflow();
  mkdirSync(folder, { recursive: true });
  const unfinished = join(folder, randomUUID());
  writeFileSync(unfinished, code);
  renameSync(unfinished, codePath);
  return { codePath };
}

function hashOfSources(): string {
  const hash = createHash('sha256');
  const sources = globSync('packages/*/src/**/*.ts', { cwd: root }).toSorted();
  for (const path of ['package-lock.json', ...sources]) {
    hash.update(path).update('\0').update(readFileSync(join(root, path)));
  }
  return hash.digest('hex').slice(0, 16);
}
