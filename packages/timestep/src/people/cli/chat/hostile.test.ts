import { formatForeignText } from '#core';
import { describe, expect, it } from 'vitest';
import { EMPTY_VIEW, listViewItems, applyUpdate, type ViewUpdate } from '#people/view';
import { createStrangeTexts, findHiddenCharacters, FORGED } from '#testing';
import { formatApproval, formatItem } from './item-lines.ts';
import { createStyle } from './style.ts';
import { createTypeset } from './terminal-library.ts';
import { createFixtureScreen } from './screen.fixture.ts';
import { createFixtureTurn } from './turns.fixture.ts';

/** All control characters and the sequences that do harm, with a word after each. */
/** The bell with the notification of a terminal, whose text is one line without controls. */
// oxlint-disable-next-line no-control-regex
const WAIT_NOTICE = /\u001b\]9;\P{Cc}*\u001b\\\u0007/u;

const HOSTILE = [
  ...Array.from({ length: 0xa0 }, (_, code) => String.fromCharCode(code)).filter(
    (sign) => !/[\P{Cc}\n\t]/u.test(sign),
  ),
  '\u001b[2J\u001b[3J\u001b[H',
  '\u001b]52;c;ZWNobyBoaQ==\u0007',
  '\u001b]0;title\u001b\\',
  '\u001bP+q544e\u001b\\',
  '\u001b[?1049h\u001b[?1000h\u001b[?2004l',
  '\u001b[6n\u001b[c',
  '\u001b_Gi=1;AAAA\u001b\\',
  '\u001b]8;;http://elsewhere\u0007here\u001b]8;;\u0007',
  '\u009b2J\u009d52;c;aGk=\u009c',
  '\u202Eabc\u202C',
  '\u001b]52;c;never ended',
  '\u001bP never ended',
].map((piece, at) => `${piece}w${at}.`);

/** What stands behind an escape that we write ourselves. */
const OWN = /^(?:\[(?:\d{1,3}(?:;\d{1,3}){0,2})?[ABGJKm]|\[\?(?:25|2004|2026)[hl]|\[[<>]\d?u)/;

function hostileTurn(): ViewUpdate[] {
  const text = HOSTILE.join('\n');
  const turn = createFixtureTurn('t1');
  return [
    ...turn.begin(text),
    turn.word(text),
    turn.reply(text, [
      ['c1', `look${text}`, JSON.stringify({ at: text })],
      ['c2', 'raw', text],
    ]),
    turn.event({ type: 'approval.requested', callId: 'c1' }),
    turn.event({ type: 'approval.requested', callId: 'c2' }),
  ];
}

function ending(): ViewUpdate[] {
  const text = HOSTILE.join('\n');
  const turn = createFixtureTurn('t2');
  return [
    ...turn.begin('again'),
    turn.reply('', [
      ['c1', 'one', '{}'],
      ['c2', 'two', '{}'],
    ]),
    turn.event({ type: 'tool.started', callId: 'c1', attempt: 1 }),
    turn.event({ type: 'tool.returned', callId: 'c1', content: text }),
    turn.event({ type: 'tool.failed', callId: 'c2', error: { code: text, message: text } }),
    turn.event({
      type: 'task.finished',
      state: 'failed',
      reason: 'error',
      error: { code: 'x', message: text },
    }),
  ];
}

function strangeIn(output: string): readonly string[] {
  const [first = '', ...behind] = output.replaceAll(/\r\n?/g, '').split('\u001b');
  const left = [first, ...behind.map((text) => (OWN.test(text) ? text : `\u001b${text}`))];
  return left.flatMap((text) =>
    [...text.matchAll(/[^\P{Cc}\n\t]|[\u202A-\u202E\u2066-\u2069]/gu)].map(([sign]) =>
      JSON.stringify(sign + text.slice(0, 8)),
    ),
  );
}

describe('hostile text', () => {
  it('of models, tools and failures reaches the terminal without its controls', async () => {
    const { update, written, everything } = createFixtureScreen({ rows: 30 });
    for (const one of [...hostileTurn(), ...ending()]) update(one);
    const output = written();
    // The notice and the bell that call the user to the one question.
    expect(output.split('\u0007')).toHaveLength(2);
    expect(strangeIn(output.replace(WAIT_NOTICE, ''))).toEqual([]);
    const seen = (await everything()).join('\n');
    for (const at of HOSTILE.keys()) expect(seen).toContain(`${at}.`);
  });

  it('that was kept leaves the screen clean and the keys alive when it is shown again', async () => {
    const from = [...hostileTurn(), ...ending()].reduce(applyUpdate, EMPTY_VIEW);
    const { written, type, heard, screen, lines } = createFixtureScreen({ from });
    screen.printNotice(HOSTILE.join(' '));
    screen.flush();
    expect(strangeIn(written())).toEqual([]);
    type('still', '\u001b\r');
    expect(heard).toEqual(['queue still']);
    screen.reset();
    screen.showView(EMPTY_VIEW);
    type('here', '\r');
    expect(heard.at(-1)).toBe('send here');
    expect((await lines()).at(-1)).toBe('›');
  });

  it('in what may be completed reaches neither the list nor the editor', async () => {
    const completions = [
      ...HOSTILE.map((text) => ({ word: `/${text}`, about: text })),
      { word: '/plain', about: HOSTILE.join('') },
    ];
    const { type, written, lines } = createFixtureScreen({ completions, rows: 40 });
    type('/');
    await expect
      .poll(async () => {
        type();
        return (await lines()).join('\n');
      })
      .toContain('/plain');
    type('\t');
    expect((await lines()).at(-1)).toBe('› /plain');
    expect(strangeIn(written())).toEqual([]);
  });

  it('is kept as it was, so that only showing takes its controls out', () => {
    const [item] = listViewItems(hostileTurn().reduce(applyUpdate, EMPTY_VIEW));
    expect(item).toMatchObject({ text: HOSTILE.join('\n') });
    expect(formatForeignText(HOSTILE.join('\n'))).not.toContain('\u001b');
  });
});

it('shows 300 strange texts without deceptions, and different ones differently', () => {
  const texts = createStrangeTexts(300, 33);
  const typeset = createTypeset(createStyle({ NO_COLOR: '1' }), 120);
  const places: Readonly<Record<string, (text: string) => readonly string[]>> = {
    user: (text) =>
      formatItem({ id: 'i', taskId: 't', kind: 'user', isSteering: false, text }, typeset),
    notice: (text) =>
      formatItem({ id: 'i', taskId: 't', kind: 'notice', about: 'failure', text }, typeset),
    approval: (text) => formatApproval({ name: text, arguments: '{}' }, typeset),
    cause: (text) => formatApproval({ name: 'pay', arguments: '{}', cause: text }, typeset),
    arguments: (text) => formatApproval({ name: 'pay', arguments: text }, typeset),
    json: (text) => formatApproval({ name: 'pay', arguments: JSON.stringify({ text }) }, typeset),
  };
  for (const [place, show] of Object.entries(places)) {
    const shown = texts.map((text) => show(text).join('\n'));
    const forged = shown.filter((text) => text.split('\n').some((line) => line.startsWith(FORGED)));
    const found = {
      place,
      hidden: shown.flatMap(findHiddenCharacters),
      forged,
      shown: new Set(shown).size,
    };
    expect(found).toEqual({ place, hidden: [], forged: [], shown: texts.length });
  }
});
