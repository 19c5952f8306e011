import { expect, it } from 'vitest';
import { formatArgumentFields } from './argument-fields.ts';
import { createStyle } from './style.ts';
import { createTypeset } from './terminal-library.ts';

const { wrapText } = createTypeset(createStyle({ NO_COLOR: '1' }), 40);
const show = (written: string): readonly string[] =>
  formatArgumentFields(written, wrapText).map((line) => line.trimEnd());

it('shows arguments as names and values', () => {
  const written = '{"service":"checkout","lines":200,"to":["ann"],"options":{"dry run":true}}';
  expect(show(written)).toEqual([
    'service: checkout',
    'lines: 200',
    'to:',
    '  [0]: ann',
    'options:',
    '  "dry run": true',
  ]);
});

it('quotes texts that could be misread: other values, spaces, several lines, hidden characters', () => {
  const texts = ['200', '', 'a  b', 'a ', 'a\n  to: ben', '\u202ea', '"a"'];
  for (const text of texts) expect(show(JSON.stringify({ text }))[0]).toMatch(/^text: "/);
  const long = 'one two three four five six seven eight amount: 5';
  expect(show(JSON.stringify({ text: long })).join(' ')).toContain('amount: 5"');
});

it('shows what is no JSON object as it is written', () => {
  expect(show('{"a":')).toEqual(['{"a":']);
  expect(show('{}')).toEqual(['{}']);
});
