import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { hasInspector } from '../conformance/inspector-file.ts';
import { hasPeers, TESTS_WITH_PEERS } from '../peers.ts';
import {
  CLIENT_SETS,
  hasClients,
  lockOf,
  pinnedIn,
  pythonOf,
  testsWithoutClients,
} from './clients/client-sets.ts';

const NOWHERE = '/nowhere';

describe.each([
  ['a package of test/package.json', 'PEERS', lacksPeers],
  ['the Inspector', 'INSPECTOR', (env: NodeJS.ProcessEnv) => hasInspector(NOWHERE, env)],
  ...CLIENT_SETS.map(
    (set) =>
      [set.name, 'CLIENTS', (env: NodeJS.ProcessEnv) => hasClients(set, NOWHERE, env)] as const,
  ),
] as const)('where %s cannot be found', (_what, name, isThere) => {
  it('fails where tests must have it, and says how to install it', () => {
    const advice = `run "npm run install:${name.toLowerCase()}"`;
    expect(() => isThere({ [`TIMESTEP_REQUIRE_${name}`]: '1' })).toThrow(advice);
  });

  it('leaves its tests out elsewhere', () => expect(isThere({})).toBe(false));
});

function lacksPeers(env: NodeJS.ProcessEnv): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'timestep-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'package.json'), '{"dependencies":{"no-such-package":"1.0.0"}}');
  return hasPeers(folder, env);
}

it.each(TESTS_WITH_PEERS)(
  'leaves out %s without the packages of test/package.json, which is there',
  (pattern) => {
    expect(globSync(pattern, { cwd: join(import.meta.dirname, '../..') })).not.toEqual([]);
  },
);

it('names every test that is left out without clients, by files that are there', () => {
  const files = testsWithoutClients(NOWHERE, {});
  expect(files).toContain('test/interop/orchestra-python.test.ts');
  for (const file of files) {
    const text = readFileSync(join(import.meta.dirname, '../..', file), 'utf8');
    expect(text).toMatch(/client-sets|stage/);
  }
});

describe('packages of Python', () => {
  const [set] = CLIENT_SETS;
  const pinned = pinnedIn(readFileSync(lockOf('a2a-0-3-mcp-2'), 'utf8'));

  /** An environment in which every package is there, but one of another version. */
  function installed(other: string): string {
    const root = mkdtempSync(join(tmpdir(), 'timestep-'));
    onTestFinished(() => rmSync(root, { recursive: true }));
    const python = pythonOf('a2a-0-3-mcp-2', root);
    const packages = join(root, 'a2a-0-3-mcp-2/lib/python3.12/site-packages');
    mkdirSync(dirname(python), { recursive: true });
    mkdirSync(packages, { recursive: true });
    writeFileSync(python, '');
    for (const pin of pinned) {
      const [name = '', version = ''] = pin.split('==');
      const found = name === other ? `${version}.1` : version;
      mkdirSync(join(packages, `${name.replaceAll('-', '_')}-${found}.dist-info`));
    }
    return root;
  }

  it('are there in the versions that are wanted', () => {
    expect(pinned.length).toBeGreaterThan(50);
    expect(set?.missing(installed('none'))).toEqual([]);
  });

  it('are not in other versions', () => {
    expect(set?.missing(installed('fastmcp'))).toEqual(['fastmcp==4.2.3']);
  });

  it.each(['a2a-0-3-mcp-2', 'a2a-1-mcp-1'] as const)(
    'of %s are locked as they are asked for',
    (name) => {
      const file = lockOf(name);
      const asked = pinnedIn(readFileSync(file.replace(/\.txt$/, '.in'), 'utf8'));
      expect(pinnedIn(readFileSync(file, 'utf8'))).toEqual(expect.arrayContaining([...asked]));
    },
  );
});
