import { expect, it } from 'vitest';
import { replaceImportMetaUrl, replaceModuleNames } from './module-urls.ts';

const asked = "const THREAD = new URL('./thread.js', import.meta.url);";

it('lets a module find what is beside it from the file that it has ended up in', () => {
  const placed = replaceImportMetaUrl(asked, 'runner/sqlite/upkeep.js');
  expect(replaceModuleNames(placed, 'shared/timestep.js')).toBe(
    "const THREAD = new URL('./thread.js', new URL('../runner/sqlite/upkeep.js', import.meta.url).href);",
  );
  expect(replaceModuleNames(placed.replaceAll("'", '"'), 'runner/sqlite/upkeep.js')).toContain(
    "new URL('upkeep.js', import.meta.url).href",
  );
});

it('refuses what would be true of the bundle instead of the module', () => {
  for (const name of ['dirname', 'filename']) {
    expect(() => replaceImportMetaUrl(`read(import.meta.${name})`, 'a/b.js')).toThrow(
      `a/b.js uses import.meta.${name}: a bundled module knows its import.meta.url alone`,
    );
  }
  expect(() => replaceImportMetaUrl('const { url } = import.meta;', 'a/b.js')).toThrow(
    'uses import.meta',
  );
});
