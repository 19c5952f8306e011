import { expect, it } from 'vitest';
import {
  formatPythonFloat,
  formatPythonJson,
  formatPythonTuples,
  quotePython,
} from './python-text.ts';

it('writes JSON as Python does', () => {
  expect(formatPythonJson({ a: [1, 'é"'], b: {}, c: null, d: true })).toBe(
    '{"a": [1, "\\u00e9\\""], "b": {}, "c": null, "d": true}',
  );
});

it('shows nested tuples as Python does', () => {
  expect(formatPythonTuples({ b: [1], a: { x: 'y' }, c: [], d: null, e: false })).toBe(
    "(('a', (('x', 'y'),)), ('b', (1,)), ('c', ()), ('d', None), ('e', False))",
  );
});

it.each([
  ['plain', "'plain'"],
  ["it's", '"it\'s"'],
  ['say "it\'s"', "'say \"it\\'s\"'"],
  ['a\\b', "'a\\\\b'"],
])('quotes %s', (text, shown) => expect(quotePython(text)).toBe(shown));

it.each([
  [255, '255.0'],
  [0.5, '0.5'],
])('shows the float %d', (value, shown) => expect(formatPythonFloat(value)).toBe(shown));
