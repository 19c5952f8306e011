import {
  describeCall,
  findFileEditsOfCall,
  formatCost,
  listEditLines,
  type ApprovalItem,
  type CallItem,
  type EndItem,
  type ReplyItem,
  type ViewItem,
} from '#people/view';
import {
  escapeHidden,
  formatApprovalTitle,
  formatArguments,
  listApprovalRemarks,
  formatForeignName,
  formatForeignText,
} from '#core';
import { formatArgumentFields } from './argument-fields.ts';
import type { Style, Typeset } from './style.ts';

const MAX_RESULT_LINES = 8;
const MAX_REASONING_LINES = 3;
/** Maximum number of lines of a completely shown result. */
const MAX_OPEN_LINES = 2000;

export function formatItem(item: ViewItem, typeset: Typeset): readonly string[] {
  const { style } = typeset;
  switch (item.kind) {
    case 'user':
      return formatWithSymbol(style.cyan('›'), formatForeignText(item.text), typeset);
    case 'assistant':
      return formatReply(item, typeset);
    case 'reasoning':
      return formatReasoning(item.text, typeset, 'start');
    case 'call':
      return formatCall(item, typeset);
    case 'approval':
      return formatDecision(item, typeset);
    case 'question': {
      const choices = item.choices.map((choice, at) => `${at + 1}. ${choice}`);
      const answer = item.answer === undefined ? [] : [`› ${item.answer}`];
      const text = formatForeignText([item.text, ...choices, ...answer].join('\n'));
      return formatWithSymbol(style.yellow('?'), text, typeset);
    }
    case 'artifact': {
      const { lines, rest } = takeFirstLines(item.text, typeset, MAX_RESULT_LINES);
      const shown = [formatForeignText(item.name), ...lines, ...(rest === undefined ? [] : [rest])];
      return formatWithSymbol(style.blue('#'), shown.join('\n'), typeset);
    }
    case 'notice': {
      const isFailure = item.about === 'failure';
      const sign = isFailure ? style.red('!') : style.yellow('!');
      const advice = item.advice === undefined ? '' : `\n${item.advice}`;
      return formatWithSymbol(sign, formatForeignText(item.text + advice), typeset);
    }
    case 'end':
      return [typeset.truncateText(style.dim(formatTurnEnd(item)))];
  }
}

export function formatApproval(
  { name, arguments: written, cause }: Pick<ApprovalItem, 'name' | 'arguments' | 'cause'>,
  typeset: Typeset,
): readonly string[] {
  const { style } = typeset;
  const title = formatApprovalTitle({ name, arguments: '{}' });
  const remarks = listApprovalRemarks({ arguments: written, reason: cause });
  return [
    ...formatWithSymbol(style.yellow('?'), style.bold(title), typeset),
    ...indentLines(formatAskedArguments(name, written, typeset), typeset),
    ...remarks.flatMap((remark) => formatWithSymbol(style.yellow('!'), remark, typeset)),
  ];
}

/** Formats the arguments of a call that a user decides about: changes of files as a diff, all others as names and values. */
export function formatAskedArguments(
  name: string,
  written: string,
  { wrapText, style }: Typeset,
): readonly string[] {
  const found = findFileEditsOfCall(name, written);
  if (!found) return formatArgumentFields(written, wrapText);
  const others = Object.keys(found.others).length > 0 ? JSON.stringify(found.others) : undefined;
  return [
    ...found.edits.flatMap((edit, at) => [
      ...(at === 0 ? wrapText(style.bold(formatForeignName(edit.path))) : [style.dim('…')]),
      ...listEditLines(edit).flatMap((line) => {
        const paint = EDIT_COLORS[line.charAt(0)];
        const shown = wrapText(escapeHidden(line).replaceAll('\t', '⇥   '));
        return paint === undefined ? shown : shown.map(style[paint]);
      }),
    ]),
    ...(others === undefined ? [] : formatArgumentFields(others, wrapText)),
  ];
}

const EDIT_COLORS: Readonly<Partial<Record<string, keyof Style>>> = { '-': 'red', '+': 'green' };

function formatReply({ text, state }: ReplyItem, typeset: Typeset): readonly string[] {
  const lines = typeset.formatMarkdown(formatForeignText(text));
  const remark = REPLY_REMARKS[state];
  return remark === undefined ? lines : [...lines, formatRemark(remark, typeset)];
}

export const REPLY_REMARKS: Readonly<Partial<Record<ReplyItem['state'], string>>> = {
  cut: 'the reply was stopped here',
  superseded: 'the reply was lost because its process crashed, and is generated again',
};

export function formatRemark(remark: string, { style, truncateText }: Typeset): string {
  return truncateText(style.dim(`(${remark})`));
}

export function formatReasoning(
  text: string,
  typeset: Typeset,
  part: 'start' | 'end',
): readonly string[] {
  const { style, wrapText, truncateText } = typeset;
  const lines = wrapText(formatForeignText(text).trim());
  const shown =
    part === 'start' ? lines.slice(0, MAX_REASONING_LINES) : lines.slice(-MAX_REASONING_LINES);
  const hidden = lines.length - shown.length;
  const rest = hidden > 0 && part === 'start' ? [`… ${hidden} more lines`] : [];
  return [...shown, ...rest].map((line) => truncateText(style.dim(`  ${line}`)));
}

function formatCall(item: CallItem, typeset: Typeset): readonly string[] {
  const { style, truncateText } = typeset;
  const { state, attempt, result, failure } = item;
  const tries = attempt > 1 ? ` (attempt ${attempt})` : '';
  const [color, sign] = CALL_SYMBOLS[state];
  const title = `${style[color](sign)} ${formatCallNameAndArguments(item, tries, style)}`;
  const remark = CALL_REMARKS[state];
  const isRunning = state === 'running' || state === 'planned';
  const now = isRunning && item.progress !== undefined ? item.progress : undefined;
  const said = failure ? `${failure.code}: ${failure.message}` : (result ?? now ?? remark ?? '');
  const { lines, rest } = takeFirstLines(said, typeset, MAX_RESULT_LINES);
  const ink = failure ? style.red : style.dim;
  const shownLines = [...lines, ...(rest === undefined ? [] : [`${rest} (Ctrl+O shows all)`])];
  return [truncateText(title), ...shownLines.map((line) => truncateText(ink(`  ${line}`)))];
}

/** Names the tool with its arguments, or the agent that is asked with the question. */
function formatCallNameAndArguments(item: CallItem, tries: string, style: Style): string {
  const { name, arguments: written } = item;
  const { label, note = '', asksAgent } = describeCall({ function: { name, arguments: written } });
  if (asksAgent) {
    const question = style.dim(`: ${formatForeignText(note)}`);
    return `Ask ${style.bold(formatForeignText(label))}${tries}${question}`;
  }
  const shown = formatForeignText(written).replaceAll(/\s+/g, ' ').trim();
  const args = shown === '{}' ? '' : ` ${shown}`;
  return `${style.bold(formatForeignText(name))}${tries}${style.dim(args)}`;
}

/** Returns whether the result of a tool call is too long to be shown in full. */
export function isResultCut({ result, failure }: CallItem, typeset: Typeset): boolean {
  const text = failure?.message ?? result ?? '';
  return takeFirstLines(text, typeset, MAX_RESULT_LINES).rest !== undefined;
}

/** Formats a call with its whole arguments and its whole result, up to `MAX_OPEN_LINES`. */
export function formatWholeCall(item: CallItem, typeset: Typeset): readonly string[] {
  const { style } = typeset;
  const { name, result, failure } = item;
  const title = `${style.bold(formatForeignText(name))} ${style.dim(formatArguments(item.arguments))}`;
  const { lines, rest } = takeFirstLines(failure?.message ?? result ?? '', typeset, MAX_OPEN_LINES);
  return [
    ...formatWithSymbol(style.cyan('›'), title, typeset),
    ...indentLines([...lines, ...(rest === undefined ? [] : [style.dim(rest)])], typeset),
  ];
}

const CALL_REMARKS: Partial<Readonly<Record<CallItem['state'], string>>> = {
  stopped: 'stopped',
  superseded: 'lost because its process crashed',
  waiting: 'awaiting approval',
};

const CALL_SYMBOLS: Readonly<Record<CallItem['state'], readonly [keyof Style, string]>> = {
  done: ['green', '✓'],
  failed: ['red', '✗'],
  stopped: ['dim', '-'],
  superseded: ['dim', '-'],
  writing: ['yellow', '*'],
  planned: ['yellow', '*'],
  waiting: ['yellow', '*'],
  running: ['yellow', '*'],
};

function formatDecision(item: ApprovalItem, typeset: Typeset): readonly string[] {
  const { style } = typeset;
  const reason = item.reason === undefined ? '' : `: ${formatForeignText(item.reason)}`;
  const name = formatForeignText(item.name);
  if (item.state === 'waiting') return formatApproval(item, typeset);
  const [sign, text] = {
    approved: [style.green('✓'), `${name} was approved`] as const,
    denied: [style.red('✗'), `${name} was denied${reason}`] as const,
    withdrawn: [style.dim('-'), `${name}: no decision`] as const,
  }[item.state];
  return formatWithSymbol(sign, text, typeset);
}

function formatTurnEnd({ state, usage, costUsd, durationMs }: EndItem): string {
  const seconds = `${(durationMs / 1000).toFixed(1)} s`;
  const cost = costUsd === 0 ? [] : [formatCost(costUsd)];
  const said = [`${usage.total_tokens} tokens`, ...cost, seconds].join(' · ');
  return state === 'completed' ? said : `${state}: ${said}`;
}

function formatWithSymbol(symbol: string, text: string, typeset: Typeset): readonly string[] {
  const [first = '', ...rest] = typeset.wrapText(text);
  return [typeset.truncateText(`${symbol} ${first}`), ...indentLines(rest, typeset)];
}

function indentLines(lines: readonly string[], { truncateText }: Typeset): readonly string[] {
  return lines.map((line) => truncateText(`  ${line}`));
}

/** The first lines of a text, with a description of the omitted lines. */
interface FirstLines {
  readonly lines: readonly string[];
  readonly rest: string | undefined;
}

/**
 * Returns the first lines of a text. Wraps only as much as needed, because results can be very
 * long.
 */
function takeFirstLines(given: string, { wrapText }: Typeset, most: number): FirstLines {
  const written = formatForeignText(given).trim();
  if (written === '') return { lines: [], rest: undefined };
  const text = written.slice(0, most * MAX_LINE_CHARACTERS);
  const wrapped = wrapText(text);
  const lines = wrapped.slice(0, most);
  const unread = written.length - text.length;
  const unreadLines = countLineBreaks(written, text.length);
  const hidden = wrapped.length - lines.length + unreadLines;
  if (hidden > 1 && (unread === 0 || unreadLines > 0))
    return { lines, rest: `… ${hidden} more lines` };
  // A remark about one omitted line would need the same space as the line itself.
  if (unread === 0) return { lines: wrapped, rest: undefined };
  return { lines, rest: `… ${written.length - lines.join('').length} more characters` };
}

function countLineBreaks(text: string, from: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at !== -1; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

const MAX_LINE_CHARACTERS = 500;
