import { expect, it } from 'vitest';
import { findWrongExamples } from './rule-examples.ts';

const RULE = 'fs_*:path=/srv/data/*';

it('examples that a rule judges as they say are no mistake', () => {
  const matches = [{ path: '/srv/data/a' }, { path: '/srv/data/b/../c' }];
  const misses = [
    { path: '/srv/database' },
    { path: '/srv/data/../etc' },
    { path: '/srv/data/%61' },
  ];
  expect(findWrongExamples('allow', RULE, { matches, misses })).toEqual([]);
});

it('names each example that a rule judges otherwise, and why', () => {
  const matches = [{ path: '/srv/data/%61' }, { path: '/etc' }];
  const misses = [{ path: '/srv/data/a' }];
  expect(findWrongExamples('allow', RULE, { matches, misses })).toEqual([
    { list: 'matches', index: 0, isMatched: false, doubt: 'the path has percent codes' },
    { list: 'matches', index: 1, isMatched: false },
    { list: 'misses', index: 0, isMatched: true },
  ]);
});

it('a deny rule matches every reading of an example', () => {
  const matches = [{ path: '/srv/%64ata/a' }, { path: '//srv/data/a' }];
  expect(findWrongExamples('deny', RULE, { matches, misses: [{ path: '/srv/x' }] })).toEqual([]);
  expect(findWrongExamples('deny', RULE, { matches: [], misses: matches })).toHaveLength(2);
});

it('a malformed rule has no examples, because it is a mistake itself', () => {
  expect(findWrongExamples('allow', 'a:b', { matches: [{}], misses: [] })).toEqual([]);
});
