import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import {
  encodeMoveBelowFrame,
  renderFrame,
  type Frame,
  type DisplayedFrame,
} from './frame-renderer.ts';
import { createFixtureTerminal, removeTrailingEmptyLines } from './terminal.fixture.ts';

const widthOf = (line: string): number => stripVTControlCharacters(line).length;

/** Frames painted on a terminal of so many columns and rows. */
function painting(columns: number, rows: number) {
  const terminal = createFixtureTerminal(columns, rows);
  let before: DisplayedFrame | undefined;
  let size = { columns, rows };
  const show = async (
    live: readonly string[],
    printed: readonly string[] = [],
    row = live.length - 1,
  ): Promise<string> => {
    const cursor = { row, column: widthOf(live[row] ?? '') };
    const frame: Frame = { printed, live, cursor, ...size };
    const output = renderFrame(before, frame, widthOf);
    before = frame;
    await terminal.write(output);
    return output;
  };
  const resize = (next: { readonly columns: number; readonly rows: number }): void => {
    size = next;
    terminal.resize(next.columns, next.rows);
  };
  const leave = async (): Promise<void> => {
    if (before) await terminal.write(encodeMoveBelowFrame(before));
  };
  return { terminal, show, resize, leave };
}

describe('a terminal', () => {
  it('shows live lines, and printed ones above them', async () => {
    const { terminal, show } = painting(20, 5);
    await show(['a', '> ']);
    await show(['b', '> '], ['one', 'two']);
    await show(['b', '> '], ['three', 'four']);
    expect(terminal.everything()).toEqual(['one', 'two', 'three', 'four', 'b', '>']);
    expect(terminal.screen()).toEqual(['two', 'three', 'four', 'b', '>']);
  });

  it('is written only what is different', async () => {
    const { show } = painting(40, 5);
    await show(['the answer is', '', '> '], [], 2);
    const output = await show(['the answer is 42', '', '> '], [], 2);
    expect(output).toBe('\u001b[?2026h\u001b[2A\u001b[14G 42\u001b[2B\u001b[3G\u001b[?2026l');
    expect(await show(['the answer is 42', '', '> '], [], 2)).toBe('');
  });

  it('writes a line anew where a colour or a letter would be cut', async () => {
    const { terminal, show } = painting(40, 5);
    for (const line of [
      'a \u001b[1mbold\u001b[0m',
      'a \u001b[1mbolder\u001b[0m',
      'a \u001b[1mbolder\u001b[0m b',
      'a \u001b[2mbolder\u001b[0m b',
      'xe',
      'xe\u0301',
      'xe\u0301y',
      'x',
    ]) {
      await show([line]);
      expect(terminal.screen()[0]).toBe(stripVTControlCharacters(line));
    }
  });

  it('keeps lines apart that are as wide as it is', async () => {
    const { terminal, show } = painting(5, 4);
    await show(['12345', '> '], ['abcde', 'fghij']);
    await show(['12345', '67890', '> ']);
    await show(['12345', '6789x', '> ']);
    await show(['12345', '> ']);
    expect(terminal.everything()).toEqual(['abcde', 'fghij', '12345', '>']);
  });

  it('goes on below the live lines when it is left', async () => {
    const { terminal, show, leave } = painting(20, 5);
    await show(['a', 'b', 'c'], ['one'], 0);
    await leave();
    await terminal.write('$ ');
    expect(terminal.everything()).toEqual(['one', 'a', 'b', 'c', '$']);
  });

  it.each([
    [10, 8],
    [13, 8],
    [60, 8],
    [30, 4],
    [30, 20],
    [12, 5],
  ])('keeps its history when it becomes %i by %i', async (columns, rows) => {
    const { terminal, show, resize } = painting(30, 8);
    await terminal.write('$ earlier\r\n');
    const printed = Array.from({ length: 12 }, (_, at) => `p${at}`);
    await show(['some live text', 'and more', '> x'], printed);
    resize({ columns, rows });
    await show(['live', '> xy'].map((line) => line.slice(0, columns)));
    await show(['live', '> xyz'], ['last']);
    expect(terminal.everything()).toEqual(['$ earlier', ...printed, 'last', 'live', '> xyz']);
  });
});

it('shows any frames as they are, and never clears the screen', async () => {
  const { terminal, show } = painting(24, 7);
  const printed: string[] = [];
  let state = 7;
  const random = (below: number): number => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * below);
  };
  const words = [
    '',
    'a',
    'some words',
    'words of 24 columns here',
    '\u001b[1mbold\u001b[0m x',
    'ä',
  ];
  for (let round = 0; round < 300; round += 1) {
    const live = Array.from({ length: 1 + random(6) }, () => words[random(words.length)] ?? '');
    const news = random(4) === 0 ? [`print ${round}`, `of ${round}`].slice(random(2)) : [];
    printed.push(...news);
    const output = await show(live, news, random(live.length));
    expect([output.includes('[2J'), output.includes('[3J')]).toEqual([false, false]);
    const plain = live.map(stripVTControlCharacters);
    expect(terminal.everything()).toEqual(removeTrailingEmptyLines([...printed, ...plain]));
  }
});
