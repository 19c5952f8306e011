import { expect, it } from 'vitest';
import { createFixtureScreen } from './screen.fixture.ts';
import { createFixtureTurn } from './turns.fixture.ts';

// oxlint-disable-next-line no-control-regex
const NOTICE = /\u001b\]9;([^\u001b\u0007]*)\u001b\\\u0007/g;

it.each([
  ['pay', 'Allow pay?'],
  ['p\u0007ay\u001b]0;x', 'Allow p\\u{7}ay\\u{1b}]0;x?'],
])('calls the user once when %j waits for approval', (name, text) => {
  const { update, written, screen } = createFixtureScreen();
  const turn = createFixtureTurn('t1');
  update(...turn.begin('Go.'), turn.reply(null, [['c1', name, '{}']]));
  expect(written()).not.toContain('\u0007');
  update(turn.event({ type: 'approval.requested', callId: 'c1' }));
  const output = written();
  expect([...output.matchAll(NOTICE)].map(([, said]) => said)).toEqual([text]);
  update();
  expect(written()).not.toContain('\u0007');
  screen.close();
});
