import { expect, it } from 'vitest';
import { createFolderFields } from './fields.ts';
import { parseFrontMatter } from './front-matter.ts';
import { setFrontMatter } from './front-matter-edit.ts';
import { parseYamlWithMistakes } from './yaml.ts';

const fill = (part: string, times: number): string => part.repeat(times);
const lines = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n');

/** Texts that a parser without bounds reads for seconds, or for which its stack is too small. */
const HOSTILE: Readonly<Record<string, string>> = {
  'open lists': fill('[', 100_000),
  'nested lists': fill('[', 100_000) + fill(']', 100_000),
  'nested objects': `{"a":${fill('{"a":', 20_000)}1${fill('}', 20_001)}`,
  'nested names': lines(1000, (index) => `${' '.repeat(index)}a:`),
  'nested items': fill('- ', 50_000),
  'names on one line': fill('a: ', 30_000),
  'names by thousands': lines(20_000, (index) => `k${index}: v`),
  'the same name by thousands': fill('a: 1\n', 20_000),
  'wrong values by thousands': fill('a: b: c\n', 10_000),
  quotes: fill('"', 100_000),
  commas: `[${fill(', ', 100_000)}]`,
  'empty names': fill(':\n', 30_000),
  'names of empty names': fill('? ', 50_000),
  aliases: lines(5000, (index) => `a${index}: &x${index} [*x${index - 1}]`),
  'aliases of aliases': lines(
    60,
    (index) =>
      `a${index}: &x${index} ${fill('[', 50)}${index ? `*x${index - 1}` : ''}${fill(']', 50)}`,
  ),
};

it.each(Object.entries(HOSTILE))('refuses %s in front matter at once', (_, text) => {
  const told: string[] = [];
  const before = process.threadCpuUsage();
  const whole = `---\n${text}\n---\nbody`;
  expect(parseFrontMatter(whole, 'a.md', ({ message }) => told.push(message))).toBeUndefined();
  expect(() => setFrontMatter(whole, 'a.md', { name: 'x' })).toThrow(/^a\.md:\d+ /);
  const { user, system } = process.threadCpuUsage(before);
  expect(told).toEqual([expect.stringMatching(/^(?:is|cannot be)/)]);
  // Without bounds, most of the texts take many seconds.
  expect((user + system) / 1e6).toBeLessThan(5);
});

it('says which bound a text exceeds', () => {
  const [nested, long] = [fill('[', 200), lines(20_000, (index) => `k${index}: v`)].map(
    (text) => parseYamlWithMistakes(text).mistakes?.[0]?.[1],
  );
  expect(nested).toBe('cannot be read as YAML: the YAML is nested deeper than 100 levels');
  expect(long).toBe('cannot be read as YAML: the YAML has more than 10000 tokens');
});

it('reads a long text of few words, and 100 levels', () => {
  const text = `a: ${fill('[', 99)}${fill(']', 99)}\nb: |\n${fill('  x y\n', 9000)}`;
  const { value } = parseYamlWithMistakes(text);
  const fields = createFolderFields(value as never, {
    file: '',
    lineOf: () => 1,
    report: () => undefined,
  });
  expect(fields.getText('b')).toHaveLength(36_000);
});

it('names what occurs twice, also within', () => {
  expect(parseYamlWithMistakes('a: 1\nb:\n  c: 1\n  c: 2\n').mistakes).toEqual([
    [4, 'is not valid YAML: c occurs twice'],
  ]);
});

it('refuses a second document', () => {
  expect(parseYamlWithMistakes('a: 1\n---\nb: 2\n').mistakes).toEqual([
    [2, 'is not valid YAML: there is more than one document'],
  ]);
});
