import {
  formatCost,
  type ApprovalItem,
  type CallItem,
  type EndItem,
  type ReplyItem,
  type ViewItem,
} from '#people/view';
import { formatApprovalTitle, formatArguments, formatForeignText } from '#core';
import type { Style, Typeset } from './style.ts';

const MAX_RESULT_LINES = 8;
const MAX_REASONING_LINES = 3;

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
      const text = formatForeignText(`${item.name}\n${item.text}`);
      return formatWithSymbol(style.blue('#'), truncateToLines(text, MAX_RESULT_LINES), typeset);
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
  const { style, wrapText } = typeset;
  const title = formatApprovalTitle({ name, arguments: written, reason: cause });
  return [
    ...formatWithSymbol(style.yellow('?'), title, typeset),
    ...indentLines(wrapText(formatArguments(written)), typeset),
  ];
}

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
  const { style, truncateText, wrapText } = typeset;
  const { name, state, attempt, result, failure } = item;
  const tries = attempt > 1 ? ` (attempt ${attempt})` : '';
  const written = formatForeignText(item.arguments).replaceAll(/\s+/g, ' ').trim();
  const shown = written === '{}' ? '' : ` ${written}`;
  const [color, sign] = CALL_SYMBOLS[state];
  const title = `${style[color](sign)} ${style.bold(formatForeignText(name))}${tries}${style.dim(shown)}`;
  const remark = CALL_REMARKS[state];
  const said = failure ? `${failure.code}: ${failure.message}` : (result ?? remark ?? '');
  const text = truncateToLines(formatForeignText(said).trim(), MAX_RESULT_LINES);
  const lines = text === '' ? [] : truncateLines(wrapText(text), MAX_RESULT_LINES);
  const ink = failure ? style.red : style.dim;
  return [truncateText(title), ...lines.map((line) => truncateText(ink(`  ${line}`)))];
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

function truncateLines(lines: readonly string[], maxLines: number): readonly string[] {
  const hidden = lines.length - maxLines;
  return hidden <= 1 ? lines : [...lines.slice(0, maxLines), `… ${hidden} more lines`];
}

/** Truncates a text to `most` lines, so that a long text is not wrapped completely. */
function truncateToLines(text: string, most: number): string {
  const lines = text.split('\n');
  const hidden = lines.length - most;
  if (hidden <= 1) return truncateToMaxCharacters(text);
  return `${truncateToMaxCharacters(lines.slice(0, most).join('\n'))}\n… ${hidden} more lines`;
}

const MAX_CHARACTERS = 4000;

function truncateToMaxCharacters(text: string): string {
  if (text.length <= MAX_CHARACTERS) return text;
  return `${text.slice(0, MAX_CHARACTERS)}\n… ${text.length - MAX_CHARACTERS} more characters`;
}
