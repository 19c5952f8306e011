import { expect, it } from 'vitest';
import { lockFiles } from './lock-files.ts';

const integrity = 'sha512-abc';

function lock(packages: object): { path: string; text: string } {
  return { path: 'bench/package-lock.json', text: JSON.stringify({ packages }) };
}

it('accepts packages with an integrity, links, and packages inside of others', () => {
  const packages = {
    '': { name: 'root' },
    'packages/a': { version: '1.0.0' },
    'node_modules/a': { link: true },
    'node_modules/b': { integrity },
    'node_modules/b/node_modules/c': { inBundle: true },
  };
  expect(lockFiles([lock(packages)])).toEqual({
    summary: '1 locked packages in 1 files',
    problems: [],
  });
});

it('rejects a package without an integrity, with a weak one, and with an address', () => {
  const packages = {
    'node_modules/none': {},
    'node_modules/weak': { integrity: 'sha1-abc' },
    'node_modules/placed': { integrity, resolved: 'https://registry.example/placed.tgz' },
  };
  expect(lockFiles([lock(packages)]).problems).toEqual([
    'bench/package-lock.json: node_modules/none has no sha512 integrity',
    'bench/package-lock.json: node_modules/weak has no sha512 integrity',
    'bench/package-lock.json: node_modules/placed names its registry: https://registry.example/placed.tgz',
  ]);
});

it('does not pass for want of packages', () => {
  expect(lockFiles([]).problems).toEqual(['no locked packages: nothing to check']);
});
