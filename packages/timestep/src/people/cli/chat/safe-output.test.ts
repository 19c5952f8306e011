import { describe, expect, it } from 'vitest';
import { toSafeOutput } from './safe-output.ts';

describe('text of others', () => {
  it.each([
    ['plain\n\ttext ä 漢 👩‍👩‍👧', 'plain\n\ttext ä 漢 👩‍👩‍👧'],
    ['\u001b[31mred\u001b[0m', 'red'],
    ['a\u001b[2J\u001b[3J\u001b[Hb', 'ab'],
    ['\u001b[?1049hx\u001b[>4;2m\u001b[1 q', 'x'],
    ['\u009b31mred', 'red'],
    ['\u001b]52;c;aGk=\u0007copied', 'copied'],
    ['\u001b]8;;http://x\u001b\\link\u001b]8;;\u001b\\', 'link'],
    ['\u009d0;title\u009cx', 'x'],
    ['\u001bP1$r0m\u001b\\x', 'x'],
    ['\u001b_Gi=1;AAAA\u001b\\x\u001b^pm\u001b\\\u001bXsos\u001b\\', 'x'],
    ['\u001b(Bx\u001bc\u001b7\u001bMy', 'xy'],
    ['one\rtwo\r\nthree', 'one\ntwo\nthree'],
    ['a\bb\u0007c\u0000d\u007fe\u0085f', 'a�b�c�d�e�f'],
    ['\u001b]52;c;aGk= without an end', '52;c;aGk= without an end'],
    ['\u001b[12', '12'],
    ['\u001b', ''],
    ['x\u001b\u001b[31my', 'xy'],
    ['rm \u202Etxt.exe\u202C', 'rm �txt.exe�'],
  ])('%j', (text, plain) => {
    expect(toSafeOutput(text)).toBe(plain);
  });
});

it('leaves no control in any text of two controls', () => {
  const controls = Array.from({ length: 0xa0 }, (_, code) => String.fromCharCode(code));
  const found = controls.flatMap((one) =>
    controls.flatMap((other) => {
      const text = toSafeOutput(`a${one}${other}b`);
      return /[^\P{Cc}\n\t]/u.test(text) || !text.startsWith('a') ? [text] : [];
    }),
  );
  expect(found).toEqual([]);
});

it('takes time in proportion to the text', () => {
  for (const piece of ['\u001b]', '\u001b[', '\u009d', '\u001b[1;', '\u001b', '\u001bP\n', '\r']) {
    const text = piece.repeat(400_000);
    expect(toSafeOutput(text).length).toBeLessThanOrEqual(text.length);
  }
});
