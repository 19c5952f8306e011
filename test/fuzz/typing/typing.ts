import { setImmediate } from 'node:timers/promises';
import {
  createFixtureScreen,
  type FixtureScreen,
} from '../../../packages/timestep/src/people/cli/chat/screen.fixture.ts';
import { drawing, type Draw } from '../random.ts';
import {
  completeLine,
  createExpectedInput,
  expectEnter,
  expectText,
  HISTORY,
  SESSIONS,
  type ExpectedInput,
} from './expected-input.ts';

/** A sequence of keys after which something else was sent than what was typed. */
export interface Problem {
  readonly index: number;
  readonly keys: readonly string[];
  readonly expected: readonly string[];
  readonly heard: readonly string[];
}

const CHUNKS = [
  '/',
  '/m',
  '/he',
  'o',
  'del',
  'els',
  ' ',
  ' bo',
  '@',
  '@rule:',
  'ti',
  'be',
  'help',
  'a',
  '/sessions',
  '/skills inc',
  'Say what to do.',
  '漢字',
  '👩‍👩‍👧',
  '?',
  'x y z',
] as const;
const PASTES = ['/models', 'one\ntwo\r\nthree', '@rule:t', '/srv/a b', 'x'.repeat(1500)] as const;
const CLEAR = '\u0015';
const BACKSPACE = '\u007f';
const SEARCH = '\u0012';
const CLOSE = '\u0003';

/** Types random text in random pieces into a screen, and compares what was sent with what was typed. */
export async function typeAtRandom(seed: number, index: number): Promise<Problem | undefined> {
  const draw = drawing(seed, index);
  const typist = createTypist(draw);
  const { keys, heard, expected, screen } = typist;
  try {
    for (let left = 2 + draw.below(9); left > 0; left -= 1) {
      chooseAction(draw)(typist, draw);
      // Lists are made after some turns of the event loop, which may be after the next keys.
      await waitTurns(draw.below(5));
      if (expected.isWrong) return { index, keys, expected: expected.texts, heard };
    }
    return undefined;
  } finally {
    screen.screen.close();
  }
}

interface Typist {
  readonly keys: string[];
  readonly heard: string[];
  readonly expected: ExpectedInput;
  readonly screen: FixtureScreen;
}

type Action = (typist: Typist, draw: Draw) => void;

const ACTIONS: readonly (readonly [weight: number, act: Action])[] = [
  [8, (typist, draw) => typeText(typist, draw.of(CHUNKS))],
  [
    4,
    (typist, draw) => pressEnter(typist, draw.of(CHUNKS), draw.chance(0.3) ? draw.of(CHUNKS) : ''),
  ],
  [3, (typist) => pressEnter(typist, '', '')],
  [1, (typist, draw) => pasteText(typist, draw.of(PASTES))],
  [1, clearLine],
  [1, removeLast],
  [1, openHistory],
  [2, closeList],
];

function chooseAction(draw: Draw): Action {
  let at = draw.below(ACTIONS.reduce((sum, [weight]) => sum + weight, 0));
  const found = ACTIONS.find(([weight]) => {
    at -= weight;
    return at < 0;
  });
  return found?.[1] ?? closeList;
}

async function waitTurns(count: number): Promise<void> {
  for (let turns = count; turns > 0; turns -= 1) await setImmediate();
}

function createTypist(draw: Draw): Typist {
  const heard: string[] = [];
  const screen = createFixtureScreen({
    history: HISTORY,
    complete: async (line) => {
      await waitTurns(draw.below(4));
      return completeLine(line);
    },
    onSend(text) {
      heard.push(text);
      if (text === '/sessions') showSessions(screen, draw, heard);
    },
  });
  return { keys: [], heard, expected: createExpectedInput(), screen };
}

function showSessions({ screen }: FixtureScreen, draw: Draw, heard: string[]): void {
  const readRows = async () => {
    await waitTurns(draw.below(6));
    return SESSIONS.map((text) => ({ value: text, text }));
  };
  const onChoose = (value: string): void => void heard.push(`open ${value}`);
  screen.showPicker({ title: 'Conversations', empty: 'None.', rows: readRows(), onChoose });
}

function press({ keys, screen }: Typist, chunk: string): void {
  keys.push(chunk);
  screen.type(chunk);
}

function typeText(typist: Typist, text: string): void {
  expectText(typist.expected, text);
  press(typist, text);
}

function pasteText(typist: Typist, text: string): void {
  expectText(typist.expected, text.replaceAll('\r\n', '\n'));
  press(typist, `\u001b[200~${text}\u001b[201~`);
}

function pressEnter(typist: Typist, text: string, after: string): void {
  const { expected, heard } = typist;
  expectText(expected, text);
  const before = heard.length;
  press(typist, `${text}\r${after}`);
  expectEnter(expected, heard.slice(before));
  expectText(expected, after);
}

/** A text of several lines or a folded paste is not changed, as the key means only a part of it. */
function isLongText({ texts }: ExpectedInput): boolean {
  return texts.some((text) => text.includes('\n') || text.length > 1000);
}

function clearLine(typist: Typist): void {
  const { expected } = typist;
  if (expected.list !== 'none') expected.query = '';
  else if (isLongText(expected)) return;
  else expected.texts = [''];
  press(typist, CLEAR);
}

function removeLast(typist: Typist): void {
  const { expected } = typist;
  if (expected.list !== 'none') expected.query = cutCharacter(expected.query);
  else if (isLongText(expected)) return;
  else expected.texts = expected.texts.map(cutCharacter);
  press(typist, BACKSPACE);
}

/** Removes the last character as a person sees it. */
function cutCharacter(text: string): string {
  const characters = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
  return characters.slice(0, -1).join('');
}

function openHistory(typist: Typist): void {
  if (typist.expected.list !== 'none') return;
  Object.assign(typist.expected, { list: 'history', query: '' });
  press(typist, SEARCH);
}

function closeList(typist: Typist): void {
  if (typist.expected.list === 'none') return;
  typist.expected.list = 'none';
  press(typist, CLOSE);
}
