import { posix } from 'node:path';
import { listImports } from '../source/imports.ts';
import type { SourceFile } from '../source/source-tree.ts';
import { runGuard, type Verdict } from '../source/verdict.ts';

const SOURCE = 'packages/temporal/src';

/**
 * Imports that code replayed by Temporal may use from other packages, by the folder of the code.
 */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  task: ['@timestep-ai/timestep/core'],
  workflow: ['@timestep-ai/timestep/core', '@temporalio/workflow'],
};
/** Folders that such code may import from, by the folder of the code. */
const REACHES: Readonly<Record<string, readonly string[]>> = {
  task: ['task'],
  workflow: ['workflow', 'task'],
};

/**
 * Checks that code replayed by Temporal has only imports that cannot change its decisions, because
 * a replay must decide the same.
 */
export function checkReplayed(files: readonly SourceFile[]): Verdict {
  const problems: string[] = [];
  let sources = 0;
  for (const { path, text } of files) {
    const [folder = '', ...rest] = posix.relative(SOURCE, path).split('/');
    const allowed = ALLOWED[folder];
    const isTest = /\.(test|fixture)\.ts$/.test(path);
    if (!allowed || rest.length === 0 || isTest || !path.endsWith('.ts')) continue;
    sources += 1;
    for (const { specifier, line } of listImports(text)) {
      if (!mayImport(path, specifier, allowed, REACHES[folder] ?? [])) {
        problems.push(`${path}:${line} imports ${specifier}: ${folder} is replayed`);
      }
    }
  }
  if (sources === 0) problems.push(`no replayed code found under ${SOURCE}`);
  return { summary: `${sources} files that are replayed`, problems };
}

function mayImport(
  path: string,
  specifier: string,
  allowed: readonly string[],
  reaches: readonly string[],
): boolean {
  if (!specifier.startsWith('.')) return allowed.includes(specifier);
  const target = posix.relative(SOURCE, posix.join(posix.dirname(path), specifier));
  return reaches.includes(target.split('/')[0] ?? '');
}

if (import.meta.main) runGuard('replayed', checkReplayed);
