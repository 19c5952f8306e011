import { expect, it } from 'vitest';
import type { ViewUpdate } from '#people/view';
import { createFixtureScreen } from './screen.fixture.ts';
import { createFixtureTurn } from './turns.fixture.ts';

it('shows the newest progress of a call until it has ended', async () => {
  const { update, lines, everything, screen } = createFixtureScreen();
  const turn = createFixtureTurn('t1');
  const report = (text: string): ViewUpdate => ({
    kind: 'delta',
    taskId: 't1',
    step: 2,
    attempt: 0,
    delta: { type: 'progress', callId: 'c1', text },
  });
  update(...turn.begin('Look.'), turn.reply(null, [['c1', 'look', '{}']]));
  update(turn.event({ type: 'tool.started', callId: 'c1', attempt: 1 }));
  update(report('Reading (40 of 200)'), report('Reading\u001b[2J (80 of 200)'));
  expect((await lines()).slice(2, 4)).toEqual(['* look', '  Reading\\u{1b}[2J (80 of 200)']);
  update(turn.event({ type: 'tool.returned', callId: 'c1', content: 'done' }), report('late'));
  expect((await everything()).join('\n')).not.toMatch(/Reading|late/);
  screen.close();
});
