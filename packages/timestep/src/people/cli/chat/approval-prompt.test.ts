import { describe, expect, it } from 'vitest';
import { createFixtureScreen, type FixtureScreen } from './screen.fixture.ts';
import { createFixtureTurn, type FixtureTurn } from './turns.fixture.ts';

const LONG = JSON.stringify({ path: 'a.txt', text: Array.from({ length: 40 }, (_, n) => `w${n}`) });

/** A screen on which two calls wait for a decision. */
function asking(): FixtureScreen & { readonly turn: FixtureTurn } {
  const on = createFixtureScreen({ rows: 20 });
  const turn = createFixtureTurn('t1');
  on.update(...turn.begin('Write it.'));
  on.update(
    turn.reply('I write.', [
      ['c1', 'look', '{"at":"sky"}'],
      ['c2', 'write_file', LONG],
    ]),
  );
  on.update(
    turn.event({ type: 'approval.requested', callId: 'c1' }),
    turn.event({ type: 'approval.requested', callId: 'c2' }),
  );
  on.clock.advance(300);
  return { ...on, turn };
}

describe('a call that needs a yes', () => {
  it('is shown with its arguments, and which of how many it is', async () => {
    const { lines } = asking();
    expect((await lines()).slice(-8)).toEqual([
      '',
      '? 1 of 2: look',
      '  at: sky',
      '  [a] Allow only these arguments of look of the server sky in this session',
      '  [s] Allow any arguments of look of the server sky in this session',
      '  [w] Always allow any arguments of look of the server sky, until revoked',
      '[o]nce  [a]  [s]  [w]  [d]eny  [e]dit  Esc: stop',
      '›',
    ]);
  });

  it('is printed with all of its arguments, however long they are', async () => {
    const { everything } = asking();
    const lines = await everything();
    for (let n = 0; n < 40; n += 1) expect(lines).toContain(`    [${n}]: w${n}`);
    expect(lines.filter((line) => line.startsWith('? Allow '))).toHaveLength(2);
  });

  it.each([
    ['o', { approved: true, scope: 'once' }],
    ['y', { approved: true, scope: 'once' }],
    ['a', { approved: true, scope: 'session', covers: 'arguments' }],
    ['s', { approved: true, scope: 'session', covers: 'tool' }],
    ['w', { approved: true, scope: 'always', covers: 'tool' }],
  ])('is allowed by %s', (key, decision) => {
    const { type, heard } = asking();
    type(key);
    expect(heard).toEqual([
      `decide ${JSON.stringify({ callId: 'c1', ...decision, digest: 'sha256:12', tool: 'look' })}`,
    ]);
  });

  it('is followed by the next one', async () => {
    const { update, turn, lines, type, clock, heard } = asking();
    type('o');
    const decision = {
      type: 'approval.decided',
      messageId: 'm2',
      callId: 'c1',
      approved: true,
    } as const;
    update(turn.event(decision));
    const seen = await lines();
    expect(seen).toContain('? 2 of 2: write_file');
    expect(seen.some((line) => line.includes('more lines, printed above'))).toBe(true);
    type('s');
    expect(heard).toHaveLength(1);
    clock.advance(300);
    type('\u007f', 's');
    expect(heard).toEqual([
      'decide {"callId":"c1","approved":true,"scope":"once","digest":"sha256:12","tool":"look"}',
      `decide {"callId":"c2","approved":true,"scope":"session","covers":"tool","digest":"sha256:${LONG.length}","tool":"write_file"}`,
    ]);
  });

  it('is denied with a reason', async () => {
    const { type, heard, lines } = asking();
    type('d');
    expect((await lines()).at(-2)).toBe('Reason? Enter: deny · Esc: back');
    type('too wet', '\r');
    expect(heard).toEqual([
      'decide {"callId":"c1","tool":"look","approved":false,"reason":"too wet"}',
    ]);
  });

  it('is denied without a reason', () => {
    const { type, heard } = asking();
    type('n', '\r');
    expect(heard).toEqual(['decide {"callId":"c1","tool":"look","approved":false}']);
  });

  it('is made with other arguments', async () => {
    const { type, heard, lines } = asking();
    type('e');
    expect((await lines()).slice(-3)).toEqual(['› {', '    "at": "sky"', '  }']);
    type('\u0001', '\u000b', '\r');
    expect(heard).toEqual([]);
    expect((await lines()).join('\n')).toContain('The arguments must be a JSON object.');
    type('\u001b[27u', 'e');
    type('\u0015', '\u007f', '\u0015', '\u007f', '\u0015', '{"at":"sea"}', '\r');
    expect(heard).toEqual([
      'decide {"callId":"c1","tool":"look","approved":true,"scope":"once","arguments":"{\\"at\\":\\"sea\\"}","digest":"sha256:12"}',
    ]);
  });

  it('says why it is asked, and a question shows its answer', async () => {
    const on = createFixtureScreen();
    const turn = createFixtureTurn('t1');
    on.update(
      ...turn.begin('Look.'),
      turn.reply(null, [
        ['c1', 'look', '{}'],
        ['c2', 'ask', '{}'],
      ]),
    );
    on.update(turn.event({ type: 'approval.requested', callId: 'c1', reason: 'it is far' }));
    const question = { text: 'Which sky?', options: ['day'] };
    on.update(turn.event({ type: 'question.asked', callId: 'c2', question }));
    const message = { role: 'user', content: 'the night' } as const;
    on.update(turn.event({ type: 'question.answered', messageId: 'm2', callId: 'c2', message }));
    const lines = await on.everything();
    expect(lines).toContain('? Allow look?');
    expect(lines).toContain('! it is far');
    expect(lines).toContain('  › the night');
  });

  it('is not decided by what was being written when it came', () => {
    const on = createFixtureScreen();
    const turn = createFixtureTurn('t1');
    on.update(...turn.begin('Look.'), turn.reply(null, [['c1', 'look', '{}']]));
    on.type('I was say');
    on.update(turn.event({ type: 'approval.requested', callId: 'c1' }));
    on.clock.advance(1000);
    on.type('s', 'o', '\r');
    expect(on.heard).toEqual(['send I was sayso']);
  });

  it('is not decided by a key that came at the same time', () => {
    const on = createFixtureScreen();
    const turn = createFixtureTurn('t1');
    on.update(...turn.begin('Look.'), turn.reply(null, [['c1', 'look', '{}']]));
    on.update(turn.event({ type: 'approval.requested', callId: 'c1' }));
    on.type('s');
    expect(on.heard).toEqual([]);
  });

  it('may be left undecided by stopping the turn', async () => {
    const { type, heard, update, turn, lines } = asking();
    type('d', '\u001b[27u');
    expect((await lines()).at(-2)).toBe('[o]nce  [a]  [s]  [w]  [d]eny  [e]dit  Esc: stop');
    type('\u001b[27u');
    expect(heard).toEqual(['stop']);
    update(turn.event({ type: 'task.finished', state: 'canceled', reason: 'canceled' }));
    expect((await lines()).join('\n')).toContain('- look: no decision');
  });

  it('is asked again, with what has changed, if its tool has changed before it ran', async () => {
    const { update, turn, type, heard, clock, everything } = asking();
    type('o');
    const decision = { messageId: 'm2', callId: 'c1', approved: true } as const;
    const definition = { name: 'look', server: 'evil', input: {} };
    const reason = 'the tool has changed since you let it run: its server: was "sky", is "evil"';
    update(
      turn.event({ type: 'approval.decided', ...decision }),
      turn.event({ type: 'approval.decided', ...decision, callId: 'c2' }),
      turn.event({ type: 'tool.started', callId: 'c1', attempt: 1 }),
      turn.event({
        type: 'approval.requested',
        callId: 'c1',
        reason,
        tool: { definition, digest: 'sha256:e', call: 'sha256:new' },
      }),
    );
    clock.advance(300);
    expect((await everything()).join(' ')).toMatch(/\? Allow look\?\s+.*! the tool has changed/);
    type('y');
    expect(heard.filter((line) => line.includes('"sha256:new"'))).toHaveLength(1);
  });
});
