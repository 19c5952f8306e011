import { globSync, lstatSync } from 'node:fs';
import { join } from 'node:path';
import { collectInstalled, readLock } from '../source/locked-packages.ts';
import type { SourceFile } from '../source/source-tree.ts';
import { runGuard, type Verdict } from '../source/verdict.ts';

const PACKAGE = 'packages/timestep';

/**
 * Packages that `npm install @timestep-ai/timestep` may install. Add a name only on purpose: every
 * user must store and trust the package.
 */
const KNOWN: ReadonlySet<string> = new Set([
  '@timestep-ai/timestep',
  '@ai-sdk/anthropic',
  '@ai-sdk/google',
  '@ai-sdk/openai',
  '@ai-sdk/openai-compatible',
  '@ai-sdk/provider',
  '@ai-sdk/provider-utils',
  '@earendil-works/pi-tui',
  '@modelcontextprotocol/client',
  '@modelcontextprotocol/core',
  '@modelcontextprotocol/server',
  '@pydantic/genai-prices',
  '@standard-schema/spec',
  '@workflow/serde',
  'cross-spawn',
  'diff',
  'eventsource',
  'eventsource-parser',
  'get-east-asian-width',
  'isexe',
  'jose',
  'json-schema',
  'jsonc-parser',
  'marked',
  'path-key',
  'pkce-challenge',
  'shebang-command',
  'shebang-regex',
  'unbash',
  'undici',
  'which',
  'ws',
  'yaml',
  'zod',
]);

/** Maximum disk usage of all installed packages in megabytes; up to 2 of them for the page. */
const MOST_MB = 63;
/** File sizes are rounded up to whole blocks, as usual file systems do. */
const BLOCK_BYTES = 4096;

/** Returns the bytes that a package of the lock file takes on disk, by its path. */
export type SizeOf = (path: string) => number;

/**
 * Checks that the published package installs only known packages, and stays below the maximum size.
 */
export function checkInstalled(files: readonly SourceFile[], sizeOf: SizeOf): Verdict {
  const packages = readLock(files);
  if (!packages[PACKAGE]) return { summary: 'nothing', problems: ['no lock with the package'] };
  const paths = [...collectInstalled(packages, PACKAGE)];
  const strangers = paths.filter((path) => !KNOWN.has(getPackageName(path)));
  const megabytes = paths.reduce((sum, path) => sum + sizeOf(path), 0) / 1e6;
  const problems = strangers.map(
    (path) => `${getPackageName(path)} is installed with timestep: do without it, or list it here`,
  );
  if (paths.length === 1)
    problems.push(`${PACKAGE} depends on nothing: the lock was not understood`);
  if (!(megabytes <= MOST_MB)) {
    problems.push(`timestep takes up ${megabytes.toFixed(1)} MB installed, more than ${MOST_MB}`);
  }
  return { summary: `${paths.length} packages, ${megabytes.toFixed(1)} MB`, problems };
}

function getPackageName(path: string): string {
  return path === PACKAGE ? '@timestep-ai/timestep' : (path.split('node_modules/').at(-1) ?? path);
}

/**
 * Measures the bytes of a package on this disk; for the repository's own packages, the bytes of the
 * build.
 */
function createSizeReader(root: string): SizeOf {
  return (path) => {
    const cwd = join(root, path === PACKAGE ? join(path, 'dist') : path);
    const names = globSync('**', { cwd, exclude: ['node_modules', '**/node_modules'] });
    return names
      .map((name) => Math.ceil(lstatSync(join(cwd, name)).size / BLOCK_BYTES) * BLOCK_BYTES)
      .reduce((sum, bytes) => sum + bytes, 0);
  };
}

if (import.meta.main) {
  const root = process.argv[2] ?? process.cwd();
  runGuard('installed', (files) => checkInstalled(files, createSizeReader(root)));
}
