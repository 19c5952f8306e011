import { expect, it } from 'vitest';
import { shortenLine } from './shorten-line.ts';

it.each([
  ['Rain?', 'Rain?'],
  ['Rain\nin  Oslo?\n', 'Rain in Oslo?'],
  ['x'.repeat(121), `${'x'.repeat(120)}…`],
  [`so${' '.repeat(1000)}long`, 'so…'],
])('shortens %j', (text, line) => {
  expect(shortenLine(text)).toBe(line);
});
