import { expect, it } from 'vitest';
import type { Completion } from '#people/chat';
import { createFixtureScreen } from './screen.fixture.ts';

const ENTER = '\r';
const CLEAR_LINE = '\u0015';
const WORDS = ['/help', '/model', '/models', '/mcp', '@rule:times', '@rule:tone'];

/** Lists the words that begin like the last word of a line, after some turns of the event loop. */
function createSlowCompletion(turns: () => number) {
  return async (line: string): Promise<readonly Completion[]> => {
    for (let turn = turns(); turn > 0; turn -= 1) await Promise.resolve();
    return listCompletions(line);
  };
}

function listCompletions(line: string): readonly Completion[] {
  const [last = ''] = line.split(/\s/).slice(-1);
  return last === '' ? [] : WORDS.filter((word) => word.startsWith(last)).map((word) => ({ word }));
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 25));

it.each([
  { name: 'a chunk ends with Enter', keys: ['/he', 'lp\r'], sent: '/help' },
  { name: 'a word goes on', keys: ['/mod', 'erate this\r'], sent: '/moderate this' },
  { name: 'a line was emptied', keys: ['@', CLEAR_LINE, ENTER], sent: undefined },
  {
    name: 'another line was written over it',
    keys: ['/mod', CLEAR_LINE, '/model bogus/nothing\r'],
    sent: '/model bogus/nothing',
  },
  {
    name: 'a sentence ends',
    keys: ['@', CLEAR_LINE, 'Say what to do.\r'],
    sent: 'Say what to do.',
  },
  { name: 'the word is complete', keys: ['/model', ENTER], sent: '/model' },
  {
    name: 'a path is pasted after a word',
    keys: ['see', '\u001b[200~/srv/a\u001b[201~', ENTER],
    sent: 'see/srv/a',
  },
  {
    name: 'an argument is complete',
    keys: ['/skills @rule:tone', ENTER],
    sent: '/skills @rule:tone',
  },
])('sends what was typed while a list is open: $name', async ({ keys, sent }) => {
  const { screen, type, heard } = createFixtureScreen({
    complete: createSlowCompletion(() => 0),
  });
  for (const key of keys) {
    type(key);
    await settle();
  }
  expect(heard).toEqual(sent === undefined ? [] : [`send ${sent}`]);
  screen.close();
});

it('goes on where no list can be made', async () => {
  const complete = () => Promise.reject(new Error('no API key'));
  const { screen, type, heard } = createFixtureScreen({ complete });
  type('/provider openai ');
  await settle();
  type(ENTER);
  expect(heard).toEqual(['send /provider openai']);
  screen.close();
});

it('closes its list with the line that the list was made for', async () => {
  const { screen, type, lines } = createFixtureScreen({ complete: createSlowCompletion(() => 0) });
  type('/mo');
  await expect.poll(async () => (await lines()).join('\n')).toContain('/models');
  type(CLEAR_LINE);
  expect((await lines()).join('\n')).not.toContain('/models');
  screen.close();
});

it('sends nothing that was neither typed nor in the list of what was typed', async () => {
  let seed = 7;
  const next = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  const chunks = ['/', '/m', 'o', 'del', ' x', '@', '@rule:', 'ti', 'be', ' ', 'help', 'a'];
  const problems: string[] = [];
  let completed = 0;
  for (let line = 0; line < 300; line += 1) {
    const complete = createSlowCompletion(() => next(4));
    const { screen, type, heard } = createFixtureScreen({ complete });
    let typed = '';
    for (let count = 1 + next(5); count > 0; count -= 1) {
      if (next(6) === 0) {
        type(CLEAR_LINE);
        typed = '';
      }
      const chunk = chunks[next(chunks.length)] ?? '';
      typed += chunk;
      type(count === 1 && next(2) === 0 ? `${chunk}${ENTER}` : chunk);
      for (let turn = next(6); turn > 0; turn -= 1) await new Promise(setImmediate);
    }
    if (heard.length === 0) type(ENTER);
    // The first Enter may have completed a word.
    if (heard.length === 0) type(ENTER);
    const [first] = heard.map((text) => text.replace('send ', ''));
    const before = typed.slice(0, typed.length - (typed.split(/\s/).at(-1) ?? '').length);
    const allowed = [typed, ...listCompletions(typed).map(({ word }) => `${before}${word}`)];
    const wanted = allowed.map((text) => text.trim());
    if (first !== undefined && first !== typed.trim()) completed += 1;
    if (!wanted.includes(first ?? '')) problems.push(`${typed} was sent as ${first}`);
    screen.close();
  }
  expect(problems).toEqual([]);
  expect(completed).toBeGreaterThan(0);
});
