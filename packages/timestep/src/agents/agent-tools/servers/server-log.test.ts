import { expect, it } from 'vitest';
import { createServerLog } from './server-log.ts';

function said(pieces: readonly string[], secrets: readonly string[] = []): readonly string[] {
  const log = createServerLog({ secrets: () => secrets, now: () => 7 });
  for (const piece of pieces) log.addStderr(piece);
  log.endCurrentLine();
  return log.listLines().map(({ text }) => text);
}

it.each<[string, readonly string[], readonly string[]]>([
  ['lines', ['a\nb\r\nc'], ['a', 'b', 'c']],
  ['a line in pieces', ['a', 'b', 'c\nd'], ['abc', 'd']],
  ['steps of one line', ['10%\r20%\r', '30%\n'], ['10%', '20%', '30%']],
  ['nothing', ['\n\n  \n'], []],
  [
    'colours and a cursor that moves',
    ['\u001B[31mred\u001B[0m \u001B[2J\u0007!'],
    ['red \u{FFFD}!'],
  ],
  ['text that turns its direction', ['abc\u202Efed'], ['abc\u{FFFD}fed']],
])('keeps %s', (_name, pieces, lines) => {
  expect(said(pieces)).toEqual(lines);
});

it('keeps the last lines and the beginnings of long ones', () => {
  expect(said([Array.from({ length: 1000 }, (_, at) => `line ${at}\n`).join('')])).toEqual(
    Array.from({ length: 200 }, (_, at) => `line ${800 + at}`),
  );
  const [long = ''] = said(['x'.repeat(1_000_000), 'y\n']);
  expect(long).toBe(`${'x'.repeat(1000)}…`);
});

it.each([0, 1, 2, 3, 4, 5])('shows no part of a secret at a cut, %i characters in', (inside) => {
  const secret = 'QUJZVW';
  for (const before of [1000, 1006, 1012, 1018]) {
    const text = 'x'.repeat(before - inside) + secret + 'y'.repeat(2000);
    expect(said([text], [secret]).join('')).not.toMatch(/[QUJZVW]/);
  }
  const many = said([secret.repeat(1000)], [secret]).join('');
  expect(many).not.toMatch(/[QUJZVW]/);
  // Masks make a text with long secrets shorter, so that its cut end would be shown.
  const long = secret.repeat(5);
  const [first = ''] = said([`${'x'.repeat(inside)}${long.repeat(300)}`], [long]);
  expect(first).toMatch(/^x*\[secret\][^QUJZVW]*…$/);
});

it('masks a secret with several lines, and one between colours', () => {
  expect(said(['-----KEY\nabcdefgh\n-----END\n'], ['abcdefgh'])).toContain('[secret]');
  expect(said(['ses\u001B[1mame\n'], ['sesame'])).toEqual(['[secret]']);
});
