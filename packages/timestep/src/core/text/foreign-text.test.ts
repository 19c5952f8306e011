import { describe, expect, it } from 'vitest';
import {
  formatForeignBlock,
  formatForeignLine,
  formatForeignName,
  formatForeignText,
} from './foreign-text.ts';
import { escapeHidden } from './hidden-characters.ts';
import { createStrangeTexts, findHiddenCharacters, FORGED } from '#testing';

const STRANGE = createStrangeTexts(300, 33);

describe('a text of others', () => {
  it.each([
    ['plain\n\ttext ä 漢 \\u{41}', 'plain\n\ttext ä 漢 \\u{41}'],
    ['\u001b[31mred', '\\u{1b}[31mred'],
    ['rm \u202etxt.exe\u202c', 'rm \\u{202e}txt.exe\\u{202c}'],
    ['one\r\ntwo\rthree', 'one\\u{d}\ntwo\\u{d}three'],
    ['a\u200db\u200cc\ufe0fd\u{e0041}', 'a\\u{200d}b\\u{200c}c\\u{fe0f}d\\u{e0041}'],
    ['ls\u00a0-l x\u3000y', 'ls\\u{a0}-l x\\u{3000}y'],
    ['\ud83d half', '\\u{d83d} half'],
  ])('%j is shown as %j', (text, shown) => {
    expect(formatForeignText(text)).toBe(shown);
    expect(formatForeignText(shown)).toBe(shown);
  });

  it.each([
    'emoji 👩‍👩‍👧 ❤️ 👍🏽 1️⃣ 🇩🇪 🏴󠁧󠁢󠁥󠁮󠁧󠁿',
    'Bonjour\u202f! «\u00a0Oui\u00a0» 1\u202f000 et 10\u00a0km',
    'می\u200cخواهم क्\u200dष',
    '日本\u3000語',
  ])('keeps what orthography needs: %j', (text) => {
    expect(formatForeignText(text)).toBe(text);
  });

  it.each([
    ['👍\u200d👍', '👍\\u{200d}👍'],
    ['☐\ufe0f', '☐\\u{fe0f}'],
    ['👍\u{e0041}\u{e007f}', '👍\\u{e0041}\\u{e007f}'],
    ['ا\u200cا', 'ا\\u{200c}ا'],
  ])('keeps no joiner that joins nothing: %j', (text, shown) => {
    expect(formatForeignText(text)).toBe(shown);
  });
});

it.each([
  ['p\u0430y', 'p\\u{430}y'],
  ['re\u0430d_file', 're\\u{430}d_file'],
  ['\u03bfpen file', '\\u{3bf}pen file'],
  ['\ud835\udc29ay', '\\u{1d429}ay'],
  ['\uff50\uff41\uff59', '\\u{ff50}\\u{ff41}\\u{ff59}'],
  ['прочитать', 'прочитать'],
  ['API-ключ и pay', 'API-ключ и pay'],
  ['Tシャツ naïve Größe 漢字1', 'Tシャツ naïve Größe 漢字1'],
])('a name in a question shows letters that only look Latin: %s', (name, shown) => {
  expect(formatForeignName(name)).toBe(shown);
});

describe.each([
  ['text', formatForeignText],
  ['line', formatForeignLine],
  ['block', formatForeignBlock],
  ['name', formatForeignName],
  ['strictly', escapeHidden],
] as const)('300 strange texts, each formatted as %s', (_, format) => {
  it('hide nothing and differ', () => {
    const shown = STRANGE.map(format);
    expect(shown.flatMap(findHiddenCharacters)).toEqual([]);
    expect(new Set(shown).size).toBe(STRANGE.length);
  });
});

it('begins no line of ours', () => {
  const printed = STRANGE.flatMap((text) => [
    `name: ${formatForeignLine(text)}`,
    `name: ${formatForeignBlock(text)}`,
    `name: ${formatForeignName(text)}`,
  ]);
  const lines = printed.join('\n').split(/[\n\r\u2028\u2029]/);
  expect(lines.filter((line) => line.startsWith(FORGED))).toEqual([]);
});

it('takes time in proportion to the text', () => {
  for (const piece of ['\u200b', '👍', '👩‍👩‍👧', '\u00a0', '1\ufe0f', '\u{e0041}', '\u200d']) {
    const before = process.threadCpuUsage();
    formatForeignText(piece.repeat(100_000));
    expect(process.threadCpuUsage(before).user).toBeLessThan(2_000_000);
  }
});
