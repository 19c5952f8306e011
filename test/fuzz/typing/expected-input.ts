import type { Completion } from '../../../packages/timestep/src/people/chat/index.ts';

export const HISTORY = ['weather in Rome', 'taxes', '/model bogus', 'two\nlines'];
export const SESSIONS = ['Trip to Rome', 'Taxes'];

const WORDS =
  '/help /model /models /mcp /sessions /skills @rule:times @rule:tone bogus include'.split(' ');

/**
 * What the editor and the open list may contain. A completion that Enter made is known only by what is
 * sent later, so several texts are possible.
 */
export interface ExpectedInput {
  texts: readonly string[];
  list: 'none' | 'history' | 'sessions';
  query: string;
  /** What was sent before. */
  readonly sent: string[];
  isWrong: boolean;
}

export function createExpectedInput(): ExpectedInput {
  return { texts: [''], list: 'none', query: '', sent: [], isWrong: false };
}

export function expectText(expected: ExpectedInput, text: string): void {
  if (expected.list === 'none') expected.texts = expected.texts.map((one) => one + text);
  else expected.query += text.replaceAll(/\s+/g, ' ');
}

/** Compares what Enter did with what it may do: send the text, complete a word of it, or choose from a list. */
export function expectEnter(expected: ExpectedInput, news: readonly string[]): void {
  if (expected.list !== 'none') return expectChoice(expected, news);
  const { texts } = expected;
  if (news.length === 0) {
    const completed = texts.flatMap(listCompleted);
    const isEmpty = texts.some((text) => text.trim() === '');
    expected.isWrong ||= completed.length === 0 && !isEmpty;
    expected.texts = [...completed, ...(isEmpty ? [''] : [])];
    return;
  }
  const allowed = texts.flatMap((text) => [text.trim(), ...listCompletedCommands(text)]);
  expected.isWrong ||= news.length > 1 || !allowed.includes(news[0] ?? '');
  expected.sent.push(...news);
  expected.texts = [''];
  if (news[0] === '/sessions') Object.assign(expected, { list: 'sessions', query: '' });
}

function expectChoice(expected: ExpectedInput, news: readonly string[]): void {
  const words = expected.query.toLowerCase().split(' ');
  const listMatching = (rows: readonly string[]): readonly string[] =>
    rows.filter((row) => words.every((word) => row.toLowerCase().includes(word)));
  if (expected.list === 'history') {
    const [found] = listMatching([...new Set([...HISTORY, ...expected.sent].toReversed())]);
    expected.isWrong ||= news.length > 0;
    if (found !== undefined) Object.assign(expected, { list: 'none', texts: [found] });
  } else if (news.length > 0) {
    const allowed = listMatching(SESSIONS).map((row) => `open ${row}`);
    expected.isWrong ||= news.length > 1 || !allowed.includes(news[0] ?? '');
    expected.list = 'none';
  }
}

export function completeLine(line: string): readonly Completion[] {
  const last = line.split(/\s/).at(-1) ?? '';
  return last === '' ? [] : WORDS.filter((word) => word.startsWith(last)).map((word) => ({ word }));
}

/** Lists what the text becomes if its last word is completed from the list of this text. */
function listCompleted(text: string): readonly string[] {
  const line = text.split('\n').at(-1) ?? '';
  const before = text.slice(0, text.length - (line.split(/\s/).at(-1) ?? '').length);
  return completeLine(line).map(({ word }) => `${before}${word} `);
}

/** Enter also sends a text whose last word it completes to a command. */
function listCompletedCommands(text: string): readonly string[] {
  return listCompleted(text)
    .map((one) => one.trim())
    .filter((one) => (/\S+$/.exec(one)?.[0] ?? '').startsWith('/'));
}
