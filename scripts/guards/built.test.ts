import { join } from 'node:path';
import { expect, it } from 'vitest';
import { compareShippedFiles } from '../bundle/copies.ts';
import { checkBuilt, type Built } from './built.ts';
import { listLoadedPackages } from '../source/loaded-by.ts';

const good: Built = {
  name: 'package',
  exports: [{ entry: 'index', written: ['b', 'a'], built: ['a', 'b'] }],
  files: ['index.js', 'thread.js'],
  wide: [],
  needed: ['thread.js'],
  copies: [{ path: 'guide/prompt.md', isSame: true }],
  commands: [{ entry: 'people/cli/main', said: '0.1.0\n' }],
  light: [{ entry: 'index', loaded: ['node:sqlite'], allowed: ['node:sqlite'], kilobytes: 900 }],
};

it('accepts what is built as it is written', () => {
  expect(checkBuilt(good)).toEqual([]);
});

it('rejects an entry that lost a name or gained one', () => {
  const exports = [
    { entry: 'index', written: ['a', 'b'], built: ['a'] },
    { entry: 'core/index', written: ['c'], built: ['c', 'd'] },
  ];
  expect(checkBuilt({ ...good, exports })).toEqual([
    'package: index exports a where it is built',
    'package: core/index exports c, d where it is built',
  ]);
});

it('rejects a file that is loaded by its path and was not written', () => {
  expect(checkBuilt({ ...good, files: ['index.js'] })).toEqual([
    'package: there is no thread.js, which is loaded by its path',
  ]);
});

it('rejects a file whose code takes two bytes per character in memory', () => {
  expect(checkBuilt({ ...good, wide: ['shared/core.js'] })).toEqual([
    'package: shared/core.js has characters beyond ASCII: write them as escapes',
  ]);
});

it('rejects what is shipped beside the code and is not what was written', () => {
  const copies = [{ path: 'guide/prompt.md', isSame: false }];
  expect(checkBuilt({ ...good, copies })).toEqual([
    'package: guide/prompt.md is not what was written: npm run build copies it',
  ]);
});

it('rejects a command that does nothing', () => {
  const commands = [{ entry: 'people/cli/main', said: '' }];
  expect(checkBuilt({ ...good, commands })).toEqual([
    'package: people/cli/main does nothing where it is built',
  ]);
});

it('rejects an entry that loads a package which most programs do not use', () => {
  const light = good.light.map((one) => ({ ...one, loaded: ['node:sqlite', 'zod'] }));
  expect(checkBuilt({ ...good, light })).toEqual([
    'package: index loads zod at once: import it where it is used',
  ]);
});

it('rejects an entry that loads much code at once', () => {
  const light = good.light.map((one) => ({ ...one, kilobytes: 1300 }));
  expect(checkBuilt({ ...good, light })).toEqual([
    'package: index loads 1300 kB at once, more than 1030: import code where it is used',
  ]);
});

it('ships the guide without what is written about it', () => {
  const root = join(import.meta.dirname, '../..');
  const paths = compareShippedFiles(root, 'packages/timestep').map(({ path }) => path);
  expect(paths).toEqual(expect.arrayContaining(['guide/tsagent.json', 'guide/prompt.md']));
  expect(paths).toContain('guide/references/build-tools.mdt');
  expect(paths).not.toContain('guide/README.md');
});

it('rejects many files, and none', () => {
  const files = Array.from({ length: 91 }, (_, index) => `${index}.js`);
  expect(checkBuilt({ ...good, files, needed: [] })).toEqual(['package: 91 files, more than 90']);
  expect(checkBuilt({ ...good, exports: [] })).toEqual(['package: no entries found']);
});

it('sees what a module loads', async () => {
  const module = join(import.meta.dirname, '../../node_modules/@hono/node-server/dist/index.mjs');
  expect(await listLoadedPackages(module)).toEqual(
    expect.arrayContaining(['@hono/node-server', 'node:http']),
  );
});
