import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { EMPTY_VIEW, applyUpdate, type ConversationView } from '#people/view';
import { createFixtureScreen } from './screen.fixture.ts';
import { createFixtureTurn, createCompleteTurn } from './turns.fixture.ts';

afterEach(() => {
  vi.useRealTimers();
});

const STATUS = 'Enter: send · /help: commands · Ctrl+C twice: quit';

/** A conversation of so many messages. */
function historyOf(messages: number): ConversationView {
  return Array.from({ length: messages / 2 }, (_, at) =>
    createCompleteTurn(
      `h${at}`,
      `Question ${at}?`,
      `Answer ${at}, with **bold** words and \`code\`.`,
    ),
  )
    .flat()
    .reduce(applyUpdate, EMPTY_VIEW);
}

/** Words as a model streams them: paragraphs, a list, code and a table. */
const TOKENS = Array.from({ length: 12 }, (_, at) =>
  [
    `# Part ${at}\n\n`,
    'Some words about the sky, the **sea** and `code`, which go on for more than a line of a usual ',
    'terminal, so that lines wrap as they grow.\n\n- one\n- two with more words\n- three\n\n',
    '```js\nconst sky = "blue";\nconsole.log(sky);\n```\n\n',
  ].join(''),
)
  .join('')
  .split(/(?<=\s)/);

it('shows a turn, and leaves it in the terminal', async () => {
  const { update, everything, screen, type } = createFixtureScreen({ columns: 60, rows: 12 });
  const turn = createFixtureTurn('t1');
  update(...turn.begin('How is the sky?'), turn.word('It is '), turn.word('**blue**'));
  expect(await everything()).toEqual([
    '› How is the sky?',
    '',
    'It is blue',
    '',
    'Working · 0 s · Esc: stop · Enter: send now',
    '›',
  ]);
  update(turn.word('.\n\n- one'), turn.reply('It is **blue**.\n\n- one\n- two'), turn.end());
  type('next');
  const said = ['› How is the sky?', '', 'It is blue.', '', '- one', '- two', '15 tokens · 4.0 s'];
  expect(await everything()).toEqual([...said, '', STATUS, '› next']);
  screen.close();
  expect(await everything()).toEqual(said);
});

it.each([
  ['{}', 'look', 'Running look'],
  ['{"agent":"research","message":"Why?"}', 'agents_call_agent', 'research is working'],
  ['{}', 'l'.repeat(60), `Running ${'l'.repeat(31)}…`],
])('says what runs now: %s', async (written, name, doing) => {
  const { update, lines, screen } = createFixtureScreen({ columns: 80, rows: 12 });
  const turn = createFixtureTurn('t1');
  screen.showFacts(['guide', 'openai/gpt-5'], '12 % of context');
  update(...turn.begin('Look.'), turn.reply(null, [['c1', name, written]]));
  update(turn.event({ type: 'tool.started', callId: 'c1', attempt: 1 }));
  const status = (await lines()).find((line) => line.includes('Esc: stop'));
  expect(status).toMatch(new RegExp(`^${doing} · 0 s · Esc: stop · Enter: send now`));
  screen.close();
});

it('leaves facts out from the first on, and keys only for the last', async () => {
  const seen: (string | undefined)[] = [];
  for (const columns of [120, 80, 66, 40]) {
    const { update, lines, screen } = createFixtureScreen({ columns, rows: 12 });
    const turn = createFixtureTurn('t1');
    screen.showFacts(['guide', 'openai/gpt-5'], '12 % of context');
    update(...turn.begin('Look.'));
    seen.push((await lines()).find((line) => line.includes('Esc: stop')));
    screen.close();
  }
  const keys = 'Thinking · 0 s · Esc: stop · Enter: send now';
  expect(seen).toEqual([
    `${keys} · Alt+Enter: queue                   guide · openai/gpt-5 · 12 % of context`,
    `${keys}      openai/gpt-5 · 12 % of context`,
    `${keys}       12 % of context`,
    'Thinking · 0 s · Esc: stop · Enter: sen…',
  ]);
});

it('shows what called agents have spent, with the conversation', async () => {
  const { update, everything, screen } = createFixtureScreen({ columns: 120, rows: 12 });
  const turn = createFixtureTurn('t1');
  const outcome = { task_id: 'child', state: 'completed', text: 'Rain.' } as const;
  const resume = (steps: number, tokens: number, cost: number) => {
    const spent = { steps, tokens, cost_usd: cost };
    return turn.event({ type: 'call.resumed', callId: 'c1', outcome: { ...outcome, spent } });
  };
  update(...turn.begin('How is the sky?'), turn.reply(null, [['c1', 'agents_call_agent', '{}']]));
  const last = async (): Promise<string> => (await everything()).at(-2) ?? '';
  expect(await last()).toMatch(/ {2}15 tokens$/);
  update(resume(1, 100, 0.02));
  expect(await last()).toMatch(/ {2}115 tokens · \$0\.02 \(called agents \$0\.02\)$/);
  // A second report about the same task contains the first one.
  update(resume(2, 250, 0.05));
  expect(await last()).toMatch(/ {2}265 tokens · \$0\.05 \(called agents \$0\.05\)$/);
  screen.close();
});

describe('a token', () => {
  it.each([
    [10, 80],
    [200, 80],
    [200, 200],
  ])('after %i messages costs few bytes at %i columns', async (messages, columns) => {
    const { update, written, everything } = createFixtureScreen({
      from: historyOf(messages),
      columns,
    });
    const turn = createFixtureTurn('t1');
    update(...turn.begin('Tell me.'));
    written();
    const bytes = TOKENS.map((token) => {
      update(turn.word(token));
      return Buffer.byteLength(written());
    });
    const mean = bytes.reduce((sum, each) => sum + each, 0) / bytes.length;
    expect(mean).toBeLessThanOrEqual(200);
    update(turn.reply(TOKENS.join('')), turn.end());
    const lines = await everything();
    expect(lines.filter((line) => line.startsWith('Part '))).toEqual(
      Array.from({ length: 12 }, (_, at) => `Part ${at}`),
    );
    expect(lines.filter((line) => line.includes('console.log'))).toHaveLength(12);
    expect(lines.filter((line) => line.startsWith('› Question'))).toHaveLength(messages / 2);
  });

  it('costs the same after any number of messages', () => {
    const costs = [10, 200, 2000].map((messages) => {
      const { update, written } = createFixtureScreen({ from: historyOf(messages) });
      const turn = createFixtureTurn('t1');
      update(...turn.begin('Tell me.'));
      written();
      for (const token of TOKENS) update(turn.word(token));
      return Buffer.byteLength(written());
    });
    expect(new Set(costs).size).toBe(1);
  });

  it('of a block that is taller than the screen costs few bytes, too', async () => {
    const { update, written, everything } = createFixtureScreen({ rows: 12 });
    const turn = createFixtureTurn('t1');
    update(...turn.begin('Tell me.'), turn.word('```\n'));
    written();
    const lines = Array.from({ length: 200 }, (_, at) => `line number ${at} of the code\n`);
    const tokens = lines.join('').split(/(?<=\s)/);
    for (const token of tokens) update(turn.word(token));
    expect(Buffer.byteLength(written()) / tokens.length).toBeLessThanOrEqual(200);
    update(turn.reply(`\`\`\`\n${lines.join('')}\`\`\``));
    const seen = (await everything()).filter((line) => line.includes('line number'));
    expect(seen.map((line) => line.trim())).toEqual(lines.map((line) => line.trim()));
  });
});

describe('the history of the terminal', () => {
  it('is never cleared, whatever is shown', async () => {
    const { update, written, everything, terminal, screen } = createFixtureScreen({ rows: 10 });
    await terminal.write('\r\n$ earlier');
    const turn = createFixtureTurn('t1');
    update(...turn.begin('Tell me.'));
    for (const token of TOKENS) update(turn.word(token));
    update(turn.reply(TOKENS.join('')), turn.end(), ...createCompleteTurn('t2', 'More?', 'No.'));
    screen.close();
    const output = written();
    for (const clearing of ['[2J', '[3J', '[1J', '[H', '[?1049h', 'c\u001b']) {
      expect(output).not.toContain(`\u001b${clearing}`);
    }
    const lines = await everything();
    expect(lines.filter((line) => line.startsWith('› '))).toEqual(['› Tell me.', '› More?']);
  });

  it.each([20, 21, 40, 79, 80, 120, 200])('is whole at %i columns', async (columns) => {
    const { update, everything } = createFixtureScreen({ columns });
    const turn = createFixtureTurn('t1');
    const wide = 'a漢字b👩‍👩‍👧c'.repeat(30);
    const table = '| one | two |\n|---|---|\n| 1 | 2 |';
    update(...turn.begin(wide));
    const call = ['c1', 'look', JSON.stringify({ at: wide })] as const;
    update(turn.reply(`${wide}\n\n${table}\n\n> ${wide}`, [call]));
    update(turn.event({ type: 'tool.started', callId: 'c1', attempt: 1 }));
    update(turn.event({ type: 'tool.returned', callId: 'c1', content: wide }));
    update(turn.start(), turn.reply('done'), turn.end());
    const lines = await everything();
    expect(lines.at(0)?.startsWith('› a漢字b')).toBe(true);
    expect(lines.join('').split('漢').length).toBeGreaterThan(90);
    expect(lines.slice(-5, -3)).toEqual(
      ['done', '30 tokens · 8.0 s'].map((line) => line.slice(0, columns)),
    );
  });

  it('has no line that is wider than the terminal, from 20 columns to 200', async () => {
    const wide = 'a漢字b '.repeat(80);
    for (let columns = 20; columns <= 200; columns += 1) {
      const { update, screen, terminal, lines } = createFixtureScreen({ columns });
      const turn = createFixtureTurn('t1');
      update(...turn.begin('Tell me.'), turn.word(wide));
      screen.showQueue([wide]);
      screen.prependToEditor(wide.slice(0, columns));
      update(turn.reply(wide, [['c1', 'look', JSON.stringify({ at: wide })]]));
      update(turn.event({ type: 'approval.requested', callId: 'c1' }));
      expect([columns, (await lines()).length <= 24, terminal.wrapped()]).toEqual([
        columns,
        true,
        0,
      ]);
      screen.close();
    }
  });

  it('stays whole where the terminal is resized in the middle of a reply', async () => {
    const { update, resize, everything, written } = createFixtureScreen({ columns: 80, rows: 24 });
    const turn = createFixtureTurn('t1');
    update(...turn.begin('Tell me.'));
    const sizes = [
      [60, 24],
      [60, 12],
      [100, 30],
      [33, 20],
      [20, 8],
      [80, 24],
    ] as const;
    for (const [at, token] of TOKENS.entries()) {
      update(turn.word(token));
      const [columns, rows] = sizes[Math.floor(at / 20) % sizes.length] ?? [80, 24];
      if (at % 20 === 10) await resize(columns, rows);
    }
    await resize(80, 24);
    update(turn.reply(TOKENS.join('')), turn.end());
    expect(written()).not.toContain('\u001b[2J');
    const lines = (await everything()).map((line) => line.trim());
    const parts = lines.filter((line) => /^Part \d+$/.test(line));
    expect(parts).toEqual(Array.from({ length: 12 }, (_, at) => `Part ${at}`));
    expect(lines.filter((line) => line === 'console.log(sky);')).toHaveLength(12);
    expect(lines.filter((line) => line === '› Tell me.')).toHaveLength(1);
  });
});

describe('escape', () => {
  it('stops the turn, keeps what is being written, and leaves the keys alive', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { update, type, heard, written } = createFixtureScreen();
    const turn = createFixtureTurn('t1');
    update(...turn.begin('Tell me.'), turn.word('Well'));
    type('draft');
    type('\u001b');
    expect(heard).toEqual([]);
    vi.advanceTimersByTime(60);
    expect(heard).toEqual(['stop']);
    update(turn.event({ type: 'cancel.requested' }));
    expect(written()).toContain('stopping');
    update(turn.event({ type: 'task.finished', state: 'canceled', reason: 'canceled' }));
    type(' more', '\r');
    expect(heard).toEqual(['stop', 'send draft more']);
  });

  it('stops a turn whose tool runs', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { update, type, heard } = createFixtureScreen();
    const turn = createFixtureTurn('t1');
    update(...turn.begin('Look.'), turn.reply(null, [['c1', 'look', '{}']]));
    update(turn.event({ type: 'tool.started', callId: 'c1', attempt: 1 }));
    type('\u001b');
    vi.advanceTimersByTime(60);
    expect(heard).toEqual(['stop']);
  });

  it.each([
    ['a report of the device', '[?1;2c'],
    ['a place of the cursor', '[12;40R'],
    ['a colour', ']11;rgb:0000/0000/0000\u001b\\'],
    ['a version', 'P>|terminal 1.2\u001b\\'],
    ['a focus', '[I'],
  ])('is not the key where %s follows within 50 ms', (_, rest) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { update, type, heard } = createFixtureScreen();
    update(...createFixtureTurn('t1').begin('Tell me.'));
    type('\u001b');
    vi.advanceTimersByTime(50);
    type(rest);
    vi.advanceTimersByTime(1000);
    type('x', '\r');
    expect(heard).toEqual(['send x']);
  });

  it.each([
    ['a place of the cursor', ['[', '12;', '40R']],
    ['a colour', [']11;', 'rgb:0000/', '0000/0000', '\u001b\\']],
  ])('is not the key where %s comes in pieces, also while a call waits', (_, pieces) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { update, type, heard, clock } = createFixtureScreen();
    const turn = createFixtureTurn('t1');
    update(...turn.begin('Tell me.'), turn.reply(null, [['c1', 'look', '{}']]));
    update(turn.event({ type: 'approval.requested', callId: 'c1' }));
    clock.advance(1000);
    for (const piece of ['\u001b', ...pieces]) {
      type(piece);
      vi.advanceTimersByTime(50);
    }
    vi.advanceTimersByTime(1000);
    expect(heard).toEqual([]);
  });

  it('as newer terminals send it needs no waiting', () => {
    const { update, type, heard } = createFixtureScreen();
    update(...createFixtureTurn('t1').begin('Tell me.'));
    type('\u001b[27u');
    expect(heard).toEqual(['stop']);
  });

  it('does nothing where nothing happens', () => {
    const { type, heard } = createFixtureScreen();
    type('\u001b[27u', 'hi', '\r');
    expect(heard).toEqual(['send hi']);
  });
});

describe('what is written', () => {
  it('is sent at once by Enter, and queued by Alt+Enter', async () => {
    const { update, type, heard, screen, lines } = createFixtureScreen();
    update(...createFixtureTurn('t1').begin('Tell me.'));
    type('now', '\r', 'later', '\u001b\r', 'also', '\u001b[13;3u');
    expect(heard).toEqual(['send now', 'queue later', 'queue also']);
    screen.showQueue(['later', 'also']);
    screen.flush();
    expect(await lines()).toContain('queued: later');
    type('own');
    screen.prependToEditor('later\n\nalso');
    screen.showQueue([]);
    type('\r');
    expect(heard.at(-1)).toBe('send later\n\nalso\n\nown');
  });

  it('is found again by the arrow, over restarts, too', () => {
    const { type, heard } = createFixtureScreen({ history: ['first', 'sec\u001b[2Jond'] });
    type('\u001b[A', '\r');
    type('\u001b[A', '\u001b[A', '\u001b[A', '\r');
    expect(heard).toEqual(['send sec\\u{1b}[2Jond', 'send first']);
  });

  it('may be pasted: a long text is a mark until it is sent', async () => {
    const { type, heard, lines } = createFixtureScreen();
    const text = Array.from({ length: 30 }, (_, at) => `line ${at}`).join('\n');
    type(`\u001b[200~${text}`);
    type('\u001b[201~');
    expect((await lines()).at(-1)).toBe('› [paste #1 +30 lines]');
    type('\r');
    expect(heard).toEqual([`send ${text}`]);
  });

  it('pasted with control characters does not reach the terminal as such', async () => {
    const { type, written, lines } = createFixtureScreen();
    written();
    type('\u001b[200~a\u001b]52;c;aGk=\u0007b\u001b[2Jc\u001b[201~');
    const output = written();
    expect(output).not.toContain('\u001b]52');
    expect(output).not.toContain('\u001b[2J');
    expect((await lines()).at(-1)).toMatch(/^› a.*b.*c$/);
  });

  it('may have lines', () => {
    const { type, heard } = createFixtureScreen();
    type('one', '\n', 'two\\', '\r', 'three', '\r');
    expect(heard).toEqual(['send one\ntwo\nthree']);
  });

  it('is completed', async () => {
    const { type, lines, heard } = createFixtureScreen({
      completions: [
        { word: '/settings', about: 'shows \u001b[31mthem' },
        { word: '/setting', about: 'sets one' },
      ],
    });
    type('/', 's');
    await expect
      .poll(async () => {
        type();
        return (await lines()).slice(-2);
      })
      .toEqual([expect.stringContaining('/settings'), expect.stringContaining('/setting ')]);
    type('\t');
    expect((await lines()).at(-1)).toBe('› /settings');
    type('\r');
    expect(heard).toEqual(['send /settings']);
  });
});

describe('leaving', () => {
  it('takes two presses of Ctrl+C, the first of which empties the editor', async () => {
    const { type, heard, clock, lines } = createFixtureScreen();
    type('draft', '\u0003');
    expect((await lines()).slice(-2)).toEqual(['Press Ctrl+C again to quit', '›']);
    clock.advance(2000);
    type('\u0003');
    expect(heard).toEqual([]);
    clock.advance(1999);
    type('\u0003');
    expect(heard).toEqual(['leave']);
  });

  it('is put off by any other key', () => {
    const { type, heard } = createFixtureScreen();
    type('\u0003', 'x', '\u0003');
    expect(heard).toEqual([]);
  });

  it('takes one Ctrl+D in an empty editor', () => {
    const { type, heard } = createFixtureScreen();
    type('x', '\u0004');
    expect(heard).toEqual([]);
    type('\u007f', '\u0004');
    expect(heard).toEqual(['leave']);
  });

  it('gives the terminal back as it was', () => {
    const { screen, heard, written } = createFixtureScreen();
    written();
    screen.close();
    expect(heard).toEqual(['terminal given back']);
    expect(written()).toContain('\u001b[?25h');
  });
});

it('is the only file that knows the library, and is loaded only for a terminal', () => {
  const cli = join(import.meta.dirname, '..');
  const files = globSync('**/*.ts', { cwd: cli }).filter(
    (file) => !/\.(test|fixture)\.ts$/.test(file),
  );
  const textOf = (file: string): string => readFileSync(join(cli, file), 'utf8');
  const knows = files.filter((file) => textOf(file).includes("from '@earendil-works/pi-tui'"));
  expect(knows).toEqual([join('chat', 'terminal-library.ts')]);
  const loadersOf = (name: string): string[] =>
    files.filter((file) =>
      new RegExp(`^import (?!type)[^;]*/${name}\\.ts'`, 'm').test(textOf(file)),
    );
  expect(loadersOf('screen')).toEqual([]);
  expect(loadersOf('screen-input')).toEqual([join('chat', 'screen.ts')]);
  expect(loadersOf('terminal-library').toSorted()).toEqual([
    join('chat', 'pager', 'pager-lines.ts'),
    join('chat', 'picker', 'picker-input.ts'),
    join('chat', 'picker', 'picker-lines.ts'),
    join('chat', 'screen-input.ts'),
    join('chat', 'screen.ts'),
  ]);
});
