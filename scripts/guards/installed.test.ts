import { expect, it } from 'vitest';
import { checkInstalled } from './installed.ts';

/** A repository whose lock has these packages, each of so many megabytes. */
function problemsOf(packages: Record<string, object>, megabytes = 1): readonly string[] {
  const lock = { path: 'package-lock.json', text: JSON.stringify({ packages }) };
  return checkInstalled([lock], () => megabytes * 1e6).problems;
}

const ours = { dependencies: { marked: '18', undici: '8' } };
const good = {
  'packages/timestep': ours,
  'packages/timestep/node_modules/undici': {},
  'node_modules/undici': { dependencies: { stranger: '1' } },
  'node_modules/marked': {
    peerDependencies: { ai: '7' },
    peerDependenciesMeta: { ai: { optional: true } },
  },
  'node_modules/ai': {},
};

it('knows what is installed with the package, the nearest version of each', () => {
  expect(problemsOf(good)).toEqual([]);
});

it('rejects a package that comes in as a peer of another', () => {
  const bad = { ...good, 'node_modules/marked': { peerDependencies: { ai: '7' } } };
  expect(problemsOf(bad)).toEqual([
    'ai is installed with timestep: do without it, or list it here',
  ]);
});

it('rejects a package that only an inner one needs', () => {
  const bad = {
    ...good,
    'packages/timestep/node_modules/undici': { dependencies: { leftover: '1' } },
    'node_modules/leftover': {},
  };
  expect(problemsOf(bad)).toEqual([
    'leftover is installed with timestep: do without it, or list it here',
  ]);
});

it('rejects what takes up too much', () => {
  expect(problemsOf(good, 22)).toEqual(['timestep takes up 66.0 MB installed, more than 63']);
});

it('fails where there is nothing to look at', () => {
  expect(problemsOf({})).toEqual(['no lock with the package']);
  expect(problemsOf({ 'packages/timestep': ours })).toEqual([
    'packages/timestep depends on nothing: the lock was not understood',
  ]);
  expect(checkInstalled([], () => 0).problems).toEqual(['no lock with the package']);
});
