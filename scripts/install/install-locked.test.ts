import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { findMissing } from './install-locked.ts';

/** A folder inside another one that asks for two packages; the other one has packages as well. */
function createFolder(here: Record<string, string>, around: Record<string, string>): string {
  const outer = mkdtempSync(join(tmpdir(), 'timestep-'));
  onTestFinished(() => rmSync(outer, { recursive: true }));
  const folder = join(outer, 'inner');
  for (const [place, packages] of [[folder, here] as const, [outer, around] as const]) {
    for (const [name, version] of Object.entries(packages)) {
      mkdirSync(join(place, 'node_modules', name), { recursive: true });
      writeFileSync(join(place, 'node_modules', name, 'package.json'), JSON.stringify({ version }));
    }
  }
  mkdirSync(folder, { recursive: true });
  const dependencies = { '@one/client': '1.0.0', old: 'npm:@one/client@0.5.0' };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ dependencies }));
  return folder;
}

it('finds everything that is there in the wanted versions, also around the folder', () => {
  expect(findMissing(createFolder({ '@one/client': '1.0.0' }, { old: '0.5.0' }))).toEqual([]);
});

it('misses what is nowhere', () => {
  expect(findMissing(createFolder({ '@one/client': '1.0.0' }, {}))).toEqual([
    'old@npm:@one/client@0.5.0',
  ]);
});

it('misses what is there in another version', () => {
  const folder = createFolder({ '@one/client': '2.0.0', old: '0.5.0' }, { '@one/client': '1.0.0' });
  expect(findMissing(folder)).toEqual(['@one/client@1.0.0']);
});
