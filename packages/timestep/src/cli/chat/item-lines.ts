import {
  costText,
  type ApprovalItem,
  type CallItem,
  type EndItem,
  type ReplyItem,
  type ViewItem,
} from '../../view/index.ts';
import { readArguments } from '../../core/index.ts';
import { plainOutput } from './plain-output.ts';
import type { Typeset } from './typeset.ts';

/** How many lines of a result are shown, and of what was thought. */
const MOST_LINES = 8;
const MOST_THOUGHTS = 3;

/** An item as lines of so many columns, all of which fit. */
export function linesOf(item: ViewItem, typeset: Typeset, columns: number): readonly string[] {
  const { style } = typeset;
  switch (item.kind) {
    case 'user':
      return marked(style.cyan('›'), plainOutput(item.text), typeset, columns);
    case 'assistant':
      return replyLines(item, typeset, columns);
    case 'reasoning':
      return thoughtLines(item.text, typeset, columns, 'start');
    case 'call':
      return callLines(item, typeset, columns);
    case 'approval':
      return decisionLines(item, typeset, columns);
    case 'question': {
      const choices = item.choices.map((choice, at) => `${at + 1}. ${choice}`);
      const answer = item.answer === undefined ? [] : [`› ${item.answer}`];
      const text = plainOutput([item.text, ...choices, ...answer].join('\n'));
      return marked(style.yellow('?'), text, typeset, columns);
    }
    case 'artifact': {
      const text = plainOutput(`${item.name}\n${item.text}`);
      return marked(style.blue('#'), shortText(text, MOST_LINES), typeset, columns);
    }
    case 'notice': {
      const isFailure = item.about === 'failure';
      const sign = isFailure ? style.red('!') : style.yellow('!');
      const advice = item.advice === undefined ? '' : `\n${item.advice}`;
      return marked(sign, plainOutput(item.text + advice), typeset, columns);
    }
    case 'end':
      return [typeset.fitted(style.dim(endText(item)), columns)];
  }
}

/** What is thought while it grows: its newest lines. */
export function growingThought(
  item: ReplyItem,
  typeset: Typeset,
  columns: number,
): readonly string[] {
  return thoughtLines(item.text, typeset, columns, 'end');
}

/** A call that needs a decision, with all of its arguments. */
export function approvalLines(
  { name, arguments: written, cause }: Pick<ApprovalItem, 'name' | 'arguments' | 'cause'>,
  typeset: Typeset,
  columns: number,
): readonly string[] {
  const { style, wrapped } = typeset;
  const why = cause === undefined ? '' : ` (${cause})`;
  const title = plainOutput(`${name} is to be called${why} with:`);
  return [
    ...marked(style.yellow('?'), title, typeset, columns),
    ...indented(wrapped(argumentsText(written), inner(columns)), typeset, columns),
  ];
}

/** Arguments for people: JSON with line breaks, or the text as it was written. */
export function argumentsText(written: string): string {
  const read = readArguments(written);
  return plainOutput(read === undefined ? written : JSON.stringify(read, undefined, 2));
}

function replyLines(
  { text, state }: ReplyItem,
  typeset: Typeset,
  columns: number,
): readonly string[] {
  const lines = typeset.markdown(plainOutput(text), columns);
  const remark = replyRemark(state);
  return remark === undefined ? lines : [...lines, remarkLine(remark, typeset, columns)];
}

/** What is said of a reply that did not come to its end. */
export function replyRemark(state: ReplyItem['state']): string | undefined {
  switch (state) {
    case 'cut':
      return 'the reply ends here: it was stopped';
    case 'superseded':
      return 'the reply was lost with its process, and begins again';
    case 'streaming':
    case 'done':
      return undefined;
  }
}

export function remarkLine(remark: string, { style, fitted }: Typeset, columns: number): string {
  return fitted(style.dim(`(${remark})`), columns);
}

function thoughtLines(
  text: string,
  typeset: Typeset,
  columns: number,
  part: 'start' | 'end',
): readonly string[] {
  const { style, wrapped, fitted } = typeset;
  const lines = wrapped(plainOutput(text).trim(), inner(columns));
  const shown = part === 'start' ? lines.slice(0, MOST_THOUGHTS) : lines.slice(-MOST_THOUGHTS);
  const hidden = lines.length - shown.length;
  const rest = hidden > 0 && part === 'start' ? [`… ${hidden} more lines`] : [];
  return [...shown, ...rest].map((line) => fitted(style.dim(`  ${line}`), columns));
}

function callLines(item: CallItem, typeset: Typeset, columns: number): readonly string[] {
  const { style, fitted, wrapped } = typeset;
  const { name, state, attempt, result, failure } = item;
  const tries = attempt > 1 ? ` (attempt ${attempt})` : '';
  const written = plainOutput(item.arguments).replaceAll(/\s+/g, ' ').trim();
  const shown = written === '{}' ? '' : ` ${written}`;
  const title = `${signOf(state, typeset)} ${style.bold(plainOutput(name))}${tries}${style.dim(shown)}`;
  const remark = CALL_REMARKS[state];
  const said = failure ? `${failure.code}: ${failure.message}` : (result ?? remark ?? '');
  const text = shortText(plainOutput(said).trim(), MOST_LINES);
  const lines = text === '' ? [] : shortLines(wrapped(text, inner(columns)), MOST_LINES);
  const ink = failure ? style.red : style.dim;
  return [fitted(title, columns), ...lines.map((line) => fitted(ink(`  ${line}`), columns))];
}

const CALL_REMARKS: Partial<Readonly<Record<CallItem['state'], string>>> = {
  stopped: 'stopped',
  superseded: 'was lost with its process',
  waiting: 'waits for a yes',
};

function signOf(state: CallItem['state'], { style }: Typeset): string {
  switch (state) {
    case 'done':
      return style.green('✓');
    case 'failed':
      return style.red('✗');
    case 'stopped':
    case 'superseded':
      return style.dim('-');
    case 'writing':
    case 'planned':
    case 'waiting':
    case 'running':
      return style.yellow('*');
  }
}

function decisionLines(item: ApprovalItem, typeset: Typeset, columns: number): readonly string[] {
  const { style } = typeset;
  const reason = item.reason === undefined ? '' : `: ${plainOutput(item.reason)}`;
  const name = plainOutput(item.name);
  switch (item.state) {
    case 'waiting':
      return approvalLines(item, typeset, columns);
    case 'approved':
      return marked(style.green('✓'), `${name} was allowed`, typeset, columns);
    case 'denied':
      return marked(style.red('✗'), `${name} was denied${reason}`, typeset, columns);
    case 'withdrawn':
      return marked(style.dim('-'), `${name} was not decided about`, typeset, columns);
  }
}

function endText({ state, usage, costUsd, durationMs }: EndItem): string {
  const seconds = `${(durationMs / 1000).toFixed(1)} s`;
  const cost = costUsd === 0 ? [] : [costText(costUsd)];
  const said = [`${usage.total_tokens} tokens`, ...cost, seconds].join(', ');
  return state === 'completed' ? said : `${state}: ${said}`;
}

/** A text with a sign before its first line. */
function marked(sign: string, text: string, typeset: Typeset, columns: number): readonly string[] {
  const [first = '', ...rest] = typeset.wrapped(text, inner(columns));
  return [typeset.fitted(`${sign} ${first}`, columns), ...indented(rest, typeset, columns)];
}

function indented(
  lines: readonly string[],
  { fitted }: Typeset,
  columns: number,
): readonly string[] {
  return lines.map((line) => fitted(`  ${line}`, columns));
}

/** The first lines, and how many more there are. */
function shortLines(lines: readonly string[], most: number): readonly string[] {
  const hidden = lines.length - most;
  return hidden <= 1 ? lines : [...lines.slice(0, most), `… ${hidden} more lines`];
}

/** The first lines of a text, so that a long one need not be wrapped to its end. */
function shortText(text: string, most: number): string {
  let end = -1;
  for (let count = 0; count < most; count += 1) {
    end = text.indexOf('\n', end + 1);
    if (end === -1) return longestLine(text);
  }
  const hidden = text.slice(end + 1).split('\n').length;
  return hidden <= 1
    ? longestLine(text)
    : `${longestLine(text.slice(0, end))}\n… ${hidden} more lines`;
}

/** Characters of a result that are wrapped at most. */
const MOST_CHARACTERS = 4000;

function longestLine(text: string): string {
  if (text.length <= MOST_CHARACTERS) return text;
  return `${text.slice(0, MOST_CHARACTERS)}\n… ${text.length - MOST_CHARACTERS} more characters`;
}

function inner(columns: number): number {
  return Math.max(1, columns - 2);
}
