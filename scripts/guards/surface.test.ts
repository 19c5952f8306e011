import { expect, it } from 'vitest';
import { readTree } from '../source/source-tree.ts';
import { checkSurface } from './surface.ts';

const MANIFEST = 'packages/timestep/package.json';

it('passes an export map that is true', () => {
  const exports = {
    '.': {
      '@timestep/source': './src/index.ts',
      types: './dist/index.d.ts',
      default: './dist/index.js',
    },
    './package.json': './package.json',
  };
  const files = [
    {
      path: MANIFEST,
      text: JSON.stringify({ exports, bin: { timestep: 'dist/people/cli/main.js' } }),
    },
    { path: 'packages/timestep/src/index.ts', text: "export { run } from './run.ts';" },
    { path: 'packages/timestep/src/people/cli/main.ts', text: '' },
  ];
  expect(checkSurface(files)).toEqual({ summary: '1 index files, 2 entry points', problems: [] });
});

it('passes an entry that leads to a file beside the root index', () => {
  const files = (source: string) => [
    {
      path: MANIFEST,
      text: JSON.stringify({
        exports: {
          './folder': {
            '@timestep/source': source,
            types: './dist/folder.d.ts',
            default: './dist/folder.js',
          },
        },
      }),
    },
    { path: 'packages/timestep/src/folder/index.ts', text: "export { a } from './a.ts';" },
  ];
  expect(checkSurface(files('./src/folder.ts')).problems).toEqual([]);
  expect(checkSurface(files('./src/other.ts')).problems).toEqual([
    `${MANIFEST}: ./folder must lead to ./src/folder/index.ts, ./dist/folder/index.d.ts, ./dist/folder/index.js`,
  ]);
});

it('refuses each fault of the known-bad package', () => {
  expect(checkSurface(readTree('scripts/fixtures/surface')).problems).toEqual([
    'packages/timestep/src/core/index.ts has a default export: name it',
    'packages/timestep/src/index.ts has an export *: name each export',
    `${MANIFEST}: ./core must map @timestep/source, types, default in this order`,
    `${MANIFEST}: ./secret must lead to ./src/secret/index.ts, ./dist/secret/index.d.ts, ./dist/secret/index.js`,
    `${MANIFEST}: ./port leads to ./src/port/index.ts, which does not exist`,
    `${MANIFEST}: command timestep has no source packages/timestep/src/cli/main.ts`,
    `${MANIFEST}: LICENSE is missing`,
  ]);
});

it('refuses a default that is exported by renaming', () => {
  const path = 'packages/timestep/src/core/index.ts';
  const { problems } = checkSurface([{ path, text: "export { a as default } from './a.ts';" }]);
  expect(problems).toContain(`${path} has a default export: name it`);
});

it('does not pass by reading nothing', () => {
  expect(checkSurface([]).problems).toEqual(['no packages found']);
});
