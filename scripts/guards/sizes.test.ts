import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { sizes } from './sizes.ts';

function file(path: string, lines: number): { path: string; text: string } {
  return { path, text: 'x\n'.repeat(lines) };
}

it('measures source files and passes short ones', () => {
  const files = [10, 20, 30, 40, 50, 60, 70, 80, 250, 450].map((lines) =>
    file(`packages/a/src/f${lines}.ts`, lines),
  );
  expect(sizes(files, {})).toEqual({
    summary: 'median 50, 90th percentile 250, largest 450 lines in 10 source files',
    problems: [],
  });
});

it('refuses a known-bad file, which is made here so that the tree holds none', () => {
  const { problems } = sizes([file('short.ts', 10), file('long.ts', 501)], {});
  expect(problems).toContain('long.ts has 501 lines, more than 500');
});

it('refuses a middle or an upper end that has grown', () => {
  const middle = [file('a.ts', 10), file('b.ts', 62), file('c.ts', 63)];
  expect(sizes(middle, {}).problems).toEqual(['the median is 62, above 60']);
  const upper = Array.from({ length: 8 }, (_, index) => file(`s${index}.ts`, 5));
  const two = [file('y.ts', 300), file('z.ts', 300)];
  expect(sizes([...upper, ...two], {}).problems).toEqual([
    'the 90th percentile is 300, not below 300',
  ]);
});

it('holds tests to the ceiling alone, and leaves fixtures and other files out', () => {
  const files = [
    file('a.ts', 500),
    ...Array.from({ length: 20 }, (_, index) => file(`s${index}.ts`, 5)),
    file('a.test.ts', 499),
    file('test/interop/b.ts', 501),
    file('scripts/fixtures/c.ts', 900),
    file('d.fixture.ts', 900),
    file('e.md', 900),
  ];
  const { summary, problems } = sizes(files, {});
  expect(problems).toEqual(['test/interop/b.ts has 501 lines, more than 500']);
  expect(summary).toContain('in 21 source files');
});

it('refuses a crowded directory, and a listed one that grows or is crowded no longer', () => {
  const files = ['a', 'b', 'c'].flatMap((directory) =>
    Array.from({ length: 26 }, (_, index) => file(`${directory}/f${index}.ts`, 5)),
  );
  const tests = Array.from({ length: 26 }, (_, index) => file(`a/f${index}.test.ts`, 5));
  expect(sizes([...files, ...tests], { b: 26, c: 25, d: 30 }).problems).toEqual([
    'a holds 26 source files, more than 25',
    'c holds 26 source files, more than 25',
    'd holds 25 source files at most: take it off the list',
  ]);
});

it('does not pass by measuring nothing', () => {
  expect(sizes([file('readme.md', 3)], {}).problems).toEqual(['nothing to measure']);
});

it('has the limits that AGENTS.md states', () => {
  const rules = readFileSync('AGENTS.md', 'utf8').replaceAll(/\s+/g, ' ');
  expect(rules).toContain('median at most 60 lines, 90th percentile below 300, none above 500');
  expect(rules).toContain('a folder has at most 25 source files');
  const linter = readFileSync('.oxlintrc.json', 'utf8').replaceAll(/\s+/g, ' ');
  expect(rules).toContain('No function has more than 80 lines');
  expect(linter).toContain('"max-lines-per-function": [ "error", { "max": 80 } ]');
});
