import { expect, it } from 'vitest';
import { createFixtureScreen } from './screen.fixture.ts';
import { createFixtureTurn } from './turns.fixture.ts';

const CTRL_O = '\u000f';

/** A screen that shows the calls of a turn with their results. */
function showResults(...results: readonly string[]) {
  const fixture = createFixtureScreen({ columns: 60, rows: 30 });
  const turn = createFixtureTurn('t1');
  const calls = results.map((_, at) => [`c${at}`, `look_${at}`, '{}'] as const);
  fixture.update(...turn.begin('Look.'), turn.reply(null, calls));
  for (const [at, result] of results.entries()) {
    const callId = `c${at}`;
    fixture.update(turn.event({ type: 'tool.started', callId, attempt: 1 }));
    fixture.update(turn.event({ type: 'tool.returned', callId, content: result }));
  }
  fixture.update(turn.reply('done'), turn.end());
  return fixture;
}

const numberLines = (count: number): string =>
  Array.from({ length: count }, (_, at) => `line ${at}`).join('\n');

it.each([
  ['many lines', numberLines(204), '… 196 more lines (Ctrl+O shows all)'],
  ['one line more than fits', numberLines(9), undefined],
  ['two lines more than fit', numberLines(10), '… 2 more lines (Ctrl+O shows all)'],
  [
    'lines that are wrapped',
    `${'word '.repeat(60)}\n`.repeat(3),
    '… 10 more lines (Ctrl+O shows all)',
  ],
  ['one endless line', 'x'.repeat(9000), '… 8536 more characters (Ctrl+O shows all)'],
])('says how much of a result is left out: %s', async (_, result, rest) => {
  const { everything, screen } = showResults(result);
  const found = (await everything()).find((line) => line.includes(' more '));
  expect(found?.trim()).toBe(rest);
  screen.close();
});

it('opens the shortened results, the newest first, and closes them', async () => {
  const { type, everything, lines, screen, written } = showResults(
    numberLines(40),
    'short',
    numberLines(50),
  );
  const before = await everything();
  written();
  type(CTRL_O);
  expect(written()).toContain('\u001b[?1049h');
  expect((await lines()).slice(0, 3)).toEqual(['› look_2 {}', '  line 0', '  line 1']);
  expect((await lines()).at(-1)).toMatch(/^lines 1 to 29 of 51 · q: close · Up, Down/);
  type('\u001b[6~', '\u001b[B');
  expect((await lines())[0]).toBe('  line 21');
  type('\u001b[D');
  expect((await lines())[0]).toBe('› look_0 {}');
  type('q');
  expect(written()).toContain('\u001b[?1049l');
  expect(await everything()).toEqual(before);
  type('x');
  expect((await lines()).at(-1)).toBe('› x');
  screen.close();
});

it('shows what came meanwhile once the results are closed', async () => {
  const { type, update, everything, lines, screen } = showResults(numberLines(40));
  type(CTRL_O);
  const turn = createFixtureTurn('t2');
  update(...turn.begin('And now?'), turn.reply(null, [['p1', 'pay', '{}']]));
  update(turn.event({ type: 'approval.requested', callId: 'p1' }));
  expect((await lines()).at(-1)).toMatch(/^a call awaits approval · lines 1 to 29/);
  expect((await lines()).join('\n')).not.toContain('And now?');
  type(CTRL_O);
  expect((await everything()).filter((line) => line.includes('And now?'))).toHaveLength(1);
  expect((await lines()).at(-2)).toContain('Esc: stop');
  screen.close();
});

it('gives the terminal back where it is left while results are open, and opens none without a long one', async () => {
  const { type, everything, lines, screen } = showResults(numberLines(40));
  type(CTRL_O);
  screen.close();
  expect((await everything()).filter((line) => line.includes('look_0'))).toHaveLength(1);
  const short = showResults('short');
  short.type(CTRL_O);
  expect((await short.lines()).join('\n')).toContain('No result was shortened');
  short.screen.close();
  expect(await lines()).not.toContain('q: close');
});

it('asks for a call with its arguments once, and rings', async () => {
  const { update, everything, written, screen } = createFixtureScreen({ columns: 80, rows: 40 });
  const turn = createFixtureTurn('t1');
  update(...turn.begin('Pay.'), turn.reply(null, [['c1', 'pay', '{"amount":"12345"}']]));
  expect(written()).not.toContain('\u0007');
  update(turn.event({ type: 'approval.requested', callId: 'c1' }));
  expect(written().split('\u0007')).toHaveLength(2);
  expect((await everything()).filter((line) => line.includes('12345'))).toHaveLength(1);
  screen.close();
});

it('shows what the conversation is with and what it has cost, where there is room', async () => {
  for (const [columns, isShown] of [
    [100, true],
    [40, false],
  ] as const) {
    const { screen, update, lines } = createFixtureScreen({ columns, rows: 20 });
    const turn = createFixtureTurn('t1');
    screen.showFacts(['research', 'openai/gpt-5']);
    update(...turn.begin('Look.'), turn.reply('done'), turn.end());
    const seen = (await lines()).join('\n');
    expect(seen.includes('research · openai/gpt-5 · 15 tokens')).toBe(isShown);
    screen.close();
  }
});

it('names the command that a notice answers', async () => {
  const { screen, lines } = createFixtureScreen();
  screen.printNotice('- look', '/tools');
  screen.flush();
  expect((await lines()).slice(0, 4)).toEqual(['', '› /tools', '', '- look']);
  screen.close();
});
