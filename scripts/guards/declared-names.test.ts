import { expect, it } from 'vitest';
import { declaredNames } from './declared-names.ts';
import { readTree } from '../source/source-tree.ts';

const FILE = 'packages/timestep/src/core/answered.ts';

it('refuses functions named by a participle, and types that do not say what they hold', () => {
  expect(declaredNames(readTree('scripts/fixtures/declared-names'))).toEqual({
    summary: '7 names',
    problems: [
      `${FILE}:10 function answered: name what it does, with a verb`,
      `${FILE}:11 function told: name what it does, with a verb`,
      `${FILE}:1 type SendSite: name what it holds`,
      `${FILE}:4 type Told: name what it holds`,
    ],
  });
});

it('holds for all sources', () => {
  expect(declaredNames(readTree('.')).problems).toEqual([]);
});

it('does not pass by reading nothing', () => {
  expect(declaredNames([]).problems).toEqual(['no names found']);
});
