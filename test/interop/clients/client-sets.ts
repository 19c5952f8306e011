import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** The folder in which `npm run install:clients` installs third-party programs for tests. */
export const CLIENTS = join(import.meta.dirname, '../../../node_modules/.cache/clients');

/** The installed version of the Codex CLI. */
export const CODEX_VERSION = '0.169.0';

/** The installed version of acpx, an ACP client for terminals. */
export const ACPX_VERSION = '0.19.1';

const PYTHON_SETS = ['a2a-0-3-mcp-2', 'a2a-1-mcp-1'] as const;

/** Python packages that share one environment, because their requirements are compatible. */
export type PythonSet = (typeof PYTHON_SETS)[number];

/** A set of clients that are installed together. */
export interface ClientSet {
  readonly name: PythonSet | 'a2a-go' | 'codex' | 'acpx';
  /** The tests that need it, below `test/interop`. */
  readonly tests: readonly string[];
  /**
   * Returns the missing packages as `name==version`; empty if all are installed in the wanted
   * versions.
   */
  readonly missing: (root: string) => readonly string[];
}

export const CLIENT_SETS: readonly ClientSet[] = [
  {
    name: 'a2a-0-3-mcp-2',
    tests: ['clients/a2a-0-3', 'orchestra-python', 'otlp-strict', 'traced-clients'],
    missing: (root) => missingOfPython('a2a-0-3-mcp-2', root),
  },
  {
    name: 'a2a-1-mcp-1',
    tests: [
      'clients/a2a-1',
      'clients/mcp-1',
      'clients/openai',
      'clients/openai-agents',
      'clients/langchain',
      'clients/agent-frameworks',
    ],
    missing: (root) => missingOfPython('a2a-1-mcp-1', root),
  },
  {
    name: 'a2a-go',
    tests: ['clients/a2a-go'],
    missing: (root) => (existsSync(goClient(root)) ? [] : [`a2a-go==${GO_VERSION}`]),
  },
  {
    name: 'codex',
    tests: ['clients/codex'],
    missing: (root) =>
      hasPackage(codexProgram(root), CODEX_VERSION) ? [] : [`codex==${CODEX_VERSION}`],
  },
  {
    name: 'acpx',
    tests: ['acp/acpx', 'acp/acpx-long'],
    missing: (root) =>
      hasPackage(acpxProgram(root), ACPX_VERSION) ? [] : [`acpx==${ACPX_VERSION}`],
  },
];

/** Returns the Python of a set. */
export function pythonOf(set: PythonSet, root = CLIENTS): string {
  return join(root, set, 'bin/python');
}

/** Returns the file with the exact versions of all packages of a set. */
export function lockOf(set: PythonSet): string {
  return join(import.meta.dirname, 'python', `${set}.txt`);
}

/**
 * Returns the packages of a lock file that every machine needs, as `name==version`, without extras.
 */
export function pinnedIn(lock: string): readonly string[] {
  const lines = lock.split('\n').map((line) => line.replace(/\[.*\]/, ''));
  return lines.filter((line) => /^[^#;\s]+==[^;\s]+$/.test(line));
}

function missingOfPython(set: PythonSet, root: string): readonly string[] {
  const pinned = pinnedIn(readFileSync(lockOf(set), 'utf8'));
  if (!existsSync(pythonOf(set, root))) return pinned;
  const found = globSync(join(root, set, 'lib/python3*/site-packages/*.dist-info'));
  const installed = new Set(found.map((folder) => plain(basename(folder, '.dist-info'))));
  return pinned.filter((pin) => !installed.has(plain(pin)));
}

/** Normalizes the spelling of a package and its version. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[-_.=]+/g, '_');
}

/** The folder of the Go program, and of its `go.mod`. */
export const GO_PROGRAM = join(import.meta.dirname, 'a2a-go');

/** Returns the version of a2a-go in the `go.mod` of the program. */
export const GO_VERSION =
  /a2a-go v(\S+)/.exec(readFileSync(join(GO_PROGRAM, 'go.mod'), 'utf8'))?.[1] ?? '';

/** Returns the path of the Go program, built with that version. */
export function goClient(root = CLIENTS): string {
  return join(root, 'a2a-go', GO_VERSION, 'client');
}

/** Returns the program that the package of the Codex CLI starts. */
export function codexProgram(root = CLIENTS): string {
  return join(root, 'codex/node_modules/@openai/codex/bin/codex.js');
}

/** Returns the program of acpx. */
export function acpxProgram(root = CLIENTS): string {
  return join(root, 'acpx/node_modules/acpx/dist/cli.js');
}

/** True if a program, in a folder of its package, is of that version. */
function hasPackage(program: string, wanted: string): boolean {
  const manifest = join(dirname(dirname(program)), 'package.json');
  if (!existsSync(manifest)) return false;
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly version: string };
  return version === wanted;
}

/**
 * True if tests can use the clients of a set. If `TIMESTEP_REQUIRE_CLIENTS` is set, a machine
 * without them fails; otherwise a line says that these tests do not run.
 */
export function hasClients(set: ClientSet, root = CLIENTS, env = process.env): boolean {
  const missing = set.missing(root);
  const [first] = missing;
  if (first === undefined) return true;
  const others = missing.length === 1 ? '' : ` and ${missing.length - 1} others`;
  const message = `no ${first}${others}: run "npm run install:clients"`;
  if (env['TIMESTEP_REQUIRE_CLIENTS'] === '1') throw new Error(message);
  for (const test of set.tests) {
    process.stderr.write(`NOT RUN: test/interop/${test}.test.ts: ${message}\n`);
  }
  return false;
}

/**
 * Returns the tests whose clients are missing on this machine, as paths from the root of the
 * repository.
 */
export function testsWithoutClients(root = CLIENTS, env = process.env): readonly string[] {
  return CLIENT_SETS.flatMap((set) =>
    hasClients(set, root, env) ? [] : set.tests.map((test) => `test/interop/${test}.test.ts`),
  );
}
