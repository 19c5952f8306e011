import { expect, it } from 'vitest';
import { createFixtureScreen } from './screen.fixture.ts';
import { createFixtureTurn } from './turns.fixture.ts';

async function showCall(name: string, args: object, isAsked: boolean): Promise<readonly string[]> {
  const { update, everything, screen } = createFixtureScreen();
  const turn = createFixtureTurn('t1');
  update(...turn.begin('Go.'), turn.reply(null, [['c1', name, JSON.stringify(args)]]));
  if (isAsked) update(turn.event({ type: 'approval.requested', callId: 'c1' }));
  const lines = await everything();
  screen.close();
  return lines;
}

it('shows a change of a file that waits for approval as a diff, and the other arguments', async () => {
  const args = {
    path: 'notes.md',
    old_string: 'one\ntwo\nthree',
    new_string: 'one\n2\nthree',
    all: true,
  };
  const lines = await showCall('edit_file', args, true);
  const from = lines.findIndex((line) => line.includes('Allow edit_file?'));
  expect(lines.slice(from + 1, from + 7).map((line) => line.trimEnd())).toEqual([
    '  notes.md',
    '    one',
    '  - two',
    '  + 2',
    '    three',
    '  all: true',
  ]);
  expect(lines.join('\n')).not.toContain('\\n');
});

it('shows control characters in a diff as escapes', async () => {
  const lines = await showCall('write_file', { path: 'a', content: 'x\u001b[2J\u202ey' }, true);
  expect(lines.join('\n')).toContain('+ x\\u{1b}[2J\\u{202e}y');
});

it('names the agent that a call asks, and the question', async () => {
  const args = { agent: '/agents/research', message: 'What changed?' };
  const lines = await showCall('agents_call_agent', args, false);
  expect(lines.join('\n')).toContain('Ask research: What changed?');
});
