import { posix } from 'node:path';
import { importsOf } from './imports.ts';
import type { SourceFile } from './source-tree.ts';
import { runGuard, type Verdict } from './verdict.ts';

const SOURCE = 'packages/temporal/src';

/** What code that Temporal replays may import from elsewhere, by the folder it is in. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  task: ['@timestep-ai/timestep/core'],
  workflow: ['@timestep-ai/timestep/core', '@temporalio/workflow'],
};
/** Folders that such code may reach, by the folder it is in. */
const REACHES: Readonly<Record<string, readonly string[]>> = {
  task: ['task'],
  workflow: ['workflow', 'task'],
};

/**
 * Holds code that Temporal replays, and that must then decide the same, to imports that cannot
 * change its decisions.
 */
export function replayed(files: readonly SourceFile[]): Verdict {
  const problems: string[] = [];
  let sources = 0;
  for (const { path, text } of files) {
    const [folder = '', ...rest] = posix.relative(SOURCE, path).split('/');
    const allowed = ALLOWED[folder];
    const isTest = /\.(test|fixture)\.ts$/.test(path);
    if (!allowed || rest.length === 0 || isTest || !path.endsWith('.ts')) continue;
    sources += 1;
    for (const { specifier, line } of importsOf(text)) {
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

if (import.meta.main) runGuard('replayed', replayed);
