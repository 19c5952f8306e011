import { expect, it } from 'vitest';
import { loadCodeTokenizer } from '#people/view';
import { colorCode } from './color-code.ts';
import { createStyle } from './style.ts';

const tokenizeCode = await loadCodeTokenizer();
const style = createStyle({});

it('colors each line by itself', () => {
  const [first, second, third] = colorCode('/* a\nb */ 1\nc', 'js', tokenizeCode, style);
  expect(first).toBe(style.dim('/* a'));
  expect(second).toBe(`${style.dim('b */')} ${style.yellow('1')}`);
  expect(third).toBe('c');
});

it.each([
  ['of an unknown language', 'klingon', tokenizeCode],
  ['before the languages are loaded', 'js', undefined],
])('leaves code %s without colors', (_what, language, tokenize) => {
  expect(colorCode('const a\n', language, tokenize, style)).toEqual(['const a', '']);
});
