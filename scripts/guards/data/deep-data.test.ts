import { expect, it } from 'vitest';
import { readTree } from '../../source/source-tree.ts';
import { checkDeepData } from './deep-data.ts';

const KNOWN = readTree('scripts/fixtures/data/deep-data');
const FOLDER = 'packages/timestep/src/protocols/odd';
const GROUP = `${FOLDER}/count-each.ts#countEach ${FOLDER}/count-leaves.ts#countLeaves`;

it('rejects functions that call each other across files, and a parser without a bound', () => {
  expect(checkDeepData(KNOWN, {}, {}).problems).toEqual([
    `${GROUP} calls itself: stop it at a count of levels, and say in scripts/guards/data/deep-data-list.ts why it ends`,
    `${FOLDER}/read-answer.ts parses JSON of any depth: use parseJson or parseAndRepairJson`,
  ]);
});

it('accepts what a list explains, and reports what it explains in vain', () => {
  const recursive = { ends: ['odd/count-leaves.ts#countLeaves'] };
  const readers = { own: ['odd/read-answer.ts', 'odd/gone.ts'] };
  expect(checkDeepData(KNOWN, recursive, readers).problems).toEqual([
    'odd/gone.ts is no exception any more: remove it from scripts/guards/data/deep-data-list.ts',
  ]);
});

it('does not pass for want of code', () => {
  expect(checkDeepData([], {}, {}).problems).toEqual(['nothing to check']);
});
