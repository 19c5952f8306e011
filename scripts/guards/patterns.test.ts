import { expect, it } from 'vitest';
import { checkPatterns } from './patterns.ts';

function verdictOn(code: string, path = 'packages/a/src/b.ts') {
  return checkPatterns([{ path, text: `const kept = 1;\n${code}\n` }]);
}

it.each([
  ['the end of a run', String.raw`/[.!]+$/`],
  ['slashes at the end', String.raw`/\/+$/`],
  ['a repeat of repeats', String.raw`/^(a+)+$/`],
  ['a file name', String.raw`/\.([a-z0-9]+)(?:[?#].*)?$/i`],
  ['a placeholder', String.raw`/\{\{\s*([^{}|]+?)\s*(?:\|\s*(\w+)\s*)?\}\}/g`],
  ['from the first brace to the last', String.raw`/\{[\s\S]*\}/`],
  ['a variable', String.raw`/\$\{env:([^}]*)\}/g`],
])('refuses %s', (_, pattern) => {
  const { problems } = verdictOn(`export const pattern = ${pattern};`);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain(`packages/a/src/b.ts:2: ${pattern} is more than linear`);
});

it.each([
  String.raw`/^[A-Za-z0-9_.-]{1,128}$/`,
  String.raw`/^([^/:]*)([/:])(.*)$/s`,
  String.raw`/(?<=\S)(?=\s)/`,
  String.raw`/"(?:[^"\\]|\\.)*"?|[{}[\]:,]/g`,
])('passes %s', (pattern) => {
  expect(verdictOn(`export const pattern = ${pattern};`)).toEqual({
    summary: '1 patterns in 1 files',
    problems: [],
  });
});

it('refuses patterns that are compiled elsewhere than where a limit holds them', () => {
  const { problems } = verdictOn('export const pattern = new RegExp(given); void /a/;');
  expect(problems).toEqual([
    'packages/a/src/b.ts:2: compiles a pattern: write it out, or run it with createPatternRunner',
  ]);
});

it('looks at patterns that are compiled at their first use, with the constants in them', () => {
  const part = 'const PART = String.raw`[.!]+$`;';
  const { problems } = verdictOn(`${part} void 0;\nconst get = createLazyPattern(PART, 'u');`);
  expect(problems).toEqual([
    'packages/a/src/b.ts:3: /[.!]+$/u is more than linear: it tries the same characters again and again',
  ]);
  const inside = "createLazyPattern(String.raw`a|${PART}`, 'gu')";
  expect(verdictOn(`${part}\nconst get = ${inside};`).problems).toEqual([
    expect.stringContaining('b.ts:3: /a|[.!]+$/gu is more than linear'),
  ]);
  expect(verdictOn(`void /a/; const get = ${inside};`).problems).toEqual([
    expect.stringContaining('b.ts:2: compiles a pattern'),
  ]);
});

it('fails where there is nothing to look at, and leaves tests out', () => {
  expect(verdictOn('void /a+$/;', 'packages/a/src/b.test.ts').problems).toEqual([
    'no pattern to look at',
  ]);
});
