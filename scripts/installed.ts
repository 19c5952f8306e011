import { globSync, lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { SourceFile } from './source-tree.ts';
import { runGuard, type Verdict } from './verdict.ts';

const PACKAGE = 'packages/timestep';

/** What `npm install @timestep-ai/timestep` may bring. A name more is a decision: every user stores and trusts it. */
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
  'eventsource',
  'eventsource-parser',
  'get-east-asian-width',
  'isexe',
  'jose',
  'json-schema',
  'marked',
  'path-key',
  'pkce-challenge',
  'shebang-command',
  'shebang-regex',
  'undici',
  'which',
  'ws',
  'yaml',
  'zod',
]);

/** What all of it may take up on disk, in megabytes, of which the page may be 2. */
const MOST_MB = 60;
/** What a file takes up is rounded up to whole blocks by usual file systems. */
const BLOCK_BYTES = 4096;

interface LockedPackage {
  readonly name?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

type Locked = Readonly<Record<string, LockedPackage>>;

/** The bytes that a package of the lock takes up, by its path. */
export type SizeOf = (path: string) => number;

/** Holds what the published package installs to the packages that are known, and to a size. */
export function installed(files: readonly SourceFile[], sizeOf: SizeOf): Verdict {
  const lock = files.find(({ path }) => path === 'package-lock.json');
  const { packages } = JSON.parse(lock?.text ?? '{"packages":{}}') as { readonly packages: Locked };
  if (!packages[PACKAGE]) return { summary: 'nothing', problems: ['no lock with the package'] };
  const paths = [...installedWith(packages, PACKAGE)];
  const strangers = paths.filter((path) => !KNOWN.has(nameOf(path)));
  const megabytes = paths.reduce((sum, path) => sum + sizeOf(path), 0) / 1e6;
  const problems = strangers.map(
    (path) => `${nameOf(path)} is installed with timestep: do without it, or list it here`,
  );
  if (paths.length === 1)
    problems.push(`${PACKAGE} depends on nothing: the lock was not understood`);
  if (!(megabytes <= MOST_MB)) {
    problems.push(`timestep takes up ${megabytes.toFixed(1)} MB installed, more than ${MOST_MB}`);
  }
  return { summary: `${paths.length} packages, ${megabytes.toFixed(1)} MB`, problems };
}

/** Paths of the lock that are installed with a package, peers that are not optional with them. */
function installedWith(packages: Locked, root: string): ReadonlySet<string> {
  const reached = new Set([root]);
  for (const path of reached) {
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } =
      packages[path] ?? {};
    const peers = Object.keys(peerDependencies ?? {}).filter(
      (name) => peerDependenciesMeta?.[name]?.optional !== true,
    );
    for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) {
      const found = resolved(packages, path, name);
      if (found !== undefined) reached.add(found);
    }
  }
  return reached;
}

/** The nearest of that name, looked for as Node does. */
function resolved(packages: Locked, from: string, name: string): string | undefined {
  const folders = from.split('/').map((_, index, parts) => parts.slice(0, parts.length - index));
  return [...folders, []]
    .map((parts) => [...parts, 'node_modules', name].join('/'))
    .find((path) => packages[path] !== undefined);
}

function nameOf(path: string): string {
  return path === PACKAGE ? '@timestep-ai/timestep' : (path.split('node_modules/').at(-1) ?? path);
}

/** Bytes of a package as it is on this disk; of ours, what was built. */
function sizeIn(root: string): SizeOf {
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
  runGuard('installed', (files) => installed(files, sizeIn(root)));
}
