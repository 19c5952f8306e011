import manifest from './package.json' with { type: 'json' };
import { findMissing } from '../scripts/install/install-locked.ts';

/** The folder whose packages `npm run install:peers` installs: for all tests below it, but not for `npm ci`. */
export const PEERS: string = import.meta.dirname;

const PACKAGES = Object.keys(manifest.dependencies);

/** Tests that use the packages of `test/package.json`, as paths from the root of the repository. */
export const TESTS_WITH_PEERS: readonly string[] = [
  'test/browser/**/*.test.ts',
  ...['mcp-bridge', 'mcp-client', 'mcp-server'].map((name) => `test/conformance/${name}.test.ts`),
  ...['agui', 'agui-before-1-0', 'agui-restart', 'installed-exporter', 'output', 'progress'].map(
    (name) => `test/interop/${name}.test.ts`,
  ),
];

/** Returns whether a program imports one of these packages. */
export function importsPeer(program: string): boolean {
  return PACKAGES.some((name) => program.includes(`from '${name}'`));
}

/** Whether all of these packages are installed. */
export const ARE_PEERS_INSTALLED: boolean = findMissing(PEERS).length === 0;

/**
 * True if tests can use these packages. If `TIMESTEP_REQUIRE_PEERS` is set, a machine without them fails; otherwise
 * lines say which tests do not run.
 */
export function hasPeers(
  folder: string = PEERS,
  env: Readonly<Record<string, string | undefined>> = process.env,
): boolean {
  const [missing] = findMissing(folder);
  if (missing === undefined) return true;
  const message = `no ${missing}: run "npm run install:peers"`;
  if (env['TIMESTEP_REQUIRE_PEERS'] === '1') throw new Error(message);
  for (const test of TESTS_WITH_PEERS) process.stderr.write(`NOT RUN: ${test}: ${message}\n`);
  return false;
}
