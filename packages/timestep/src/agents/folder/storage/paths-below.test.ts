import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createTestFolder } from '../folder.fixture.ts';
import { listPathsBelow } from './paths-below.ts';

it('follows links, and does not run in circles', () => {
  const folder = createTestFolder({
    'skills/a/SKILL.md': 'x',
    'shared/b/SKILL.md': 'x',
    '.git/config': 'x',
    '.timestep/tasks.db': 'x',
  });
  symlinkSync('../shared/b', join(folder, 'skills', 'b'));
  for (const name of ['c', 'd', 'e']) symlinkSync('..', join(folder, 'skills', name));
  symlinkSync('nowhere', join(folder, 'skills', 'f'));
  symlinkSync('g', join(folder, 'skills', 'g'));
  expect(listPathsBelow(folder, '')).toEqual([
    'shared/b/SKILL.md',
    'skills/a/SKILL.md',
    'skills/b/SKILL.md',
  ]);
  expect(listPathsBelow(folder, 'skills')).toEqual([
    'skills/a/SKILL.md',
    'skills/b/SKILL.md',
    // These links lead out of the folder that is looked into, and never back into it.
    ...['c', 'd', 'e'].map((name) => `skills/${name}/shared/b/SKILL.md`),
  ]);
  expect(listPathsBelow(folder, 'none')).toEqual([]);
});
