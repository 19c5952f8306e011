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

it('shows the shortened results whole, the newest first', async () => {
  const { type, everything, lines, screen } = showResults(
    numberLines(40),
    'short',
    numberLines(30),
  );
  const count = async (text: string): Promise<number> =>
    (await everything()).filter((line) => line.trim() === text).length;
  expect([await count('line 29'), await count('line 39')]).toEqual([0, 0]);
  type(CTRL_O);
  expect([await count('line 29'), await count('line 39')]).toEqual([1, 0]);
  type(CTRL_O);
  expect([await count('line 29'), await count('line 39')]).toEqual([2, 1]);
  type(CTRL_O);
  expect((await lines()).join('\n')).toContain('No other result was shortened');
  screen.close();
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
