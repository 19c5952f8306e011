import { expect, it } from 'vitest';
import { plainWords } from './plain-words.ts';
import { readTree } from '../source/source-tree.ts';

const BAD = readTree('scripts/fixtures/plain-words');
const RIDDLE = 'packages/timestep/src/core/riddle.ts';
const ELSEWHERE = 'packages/timestep/src/elsewhere/riddle.ts';

function found(text: string): readonly string[] {
  return plainWords([{ path: RIDDLE, text }]).problems.map(
    (problem) => problem.split(': ')[0] ?? '',
  );
}

it('names file, line and word of each riddle in a comment or a message', () => {
  const riddles = plainWords(BAD).problems.map((problem) => problem.split(': ')[0]);
  expect(riddles).toEqual([
    `${RIDDLE}:1 "Whoever"`,
    `${RIDDLE}:1 "those that"`,
    `${RIDDLE}:1 "told"`,
    `${RIDDLE}:4 "nobody"`,
    `${RIDDLE}:3 "as they are"`,
    `${RIDDLE}:3 "So many"`,
    `${RIDDLE}:4 "what is kept"`,
    `${RIDDLE}:5 "somebody"`,
    `${RIDDLE}:5 "a yes"`,
    `${RIDDLE}:6 "anew"`,
    `${RIDDLE}:6 "came to nothing"`,
    `${RIDDLE}:6 "mend"`,
    `${ELSEWHERE}:1 "Nobody"`,
  ]);
});

it('reads the sources of all rooms, but not their tests', () => {
  expect(plainWords(BAD).summary).toBe('2 files, 10 rules');
});

it.each([
  ['packages/timestep/src/core/riddle.fixture.ts', 1],
  ['bench/riddle.ts', 1],
  ['examples/riddle/main.ts', 1],
  ['examples/riddle/main.test.ts', 0],
  ['test/interop/riddle.ts', 0],
])('reads %s: %d', (path, count) => {
  const other = { path: RIDDLE, text: '' };
  const { problems } = plainWords([other, { path, text: '// Whoever asks.' }]);
  expect(problems).toHaveLength(count);
});

it.each([
  [
    'a block over two lines',
    '/**\n * These are those\n * that wait.\n */',
    `${RIDDLE}:2 "those that"`,
  ],
  ['a comment behind code', "f('a b'); // told twice", `${RIDDLE}:1 "told"`],
  ['a message', "f('anybody may read it');", `${RIDDLE}:1 "anybody"`],
  ['the type of a message', "type T = 'nobody is here';", `${RIDDLE}:1 "nobody"`],
])('finds a word in %s', (_where, text, problem) => {
  expect(found(text)).toEqual([problem]);
});

it.each([
  ['a name', 'const nobody = isAwaitingSomebody(told);'],
  ['a tag', "f({ by: 'nobody' });"],
  ['code in a comment', "// The tag `'nobody'` and the field `told`."],
  ['what there is', "f('there is no task', 'there are no tools'); // It is no longer there."],
  ['the past of a string', "f('it was told before');"],
])('lets pass %s', (_what, text) => {
  expect(found(text)).toEqual([]);
});

it('holds for all sources', () => {
  expect(plainWords(readTree('.')).problems).toEqual([]);
});

it('does not pass by reading nothing', () => {
  expect(plainWords([]).problems).toEqual(['no files found']);
});
