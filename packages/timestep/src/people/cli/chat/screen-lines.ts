import { formatForeignLine, formatForeignName, formatForeignText } from '#core';
import { formatCount } from '#engine/port';
import {
  describeProgress,
  formatCost,
  getActivity,
  listOpenApprovals,
  sumSpendingOfCalledAgents,
  type ConversationView,
} from '#people/view';
import { formatApprovalKeys, formatLongerChoices, type ApprovalPrompt } from './approval-prompt.ts';
import { formatAskedArguments } from './item-lines.ts';
import type { ScreenContent } from './screen.ts';
import type { Typeset } from './style.ts';

/** Maximum number of argument lines in an approval prompt. All lines are printed above it. */
const MAX_ARGUMENT_LINES = 6;

export function formatLinesAboveEditor(
  content: ScreenContent,
  now: number,
  typeset: Typeset,
): readonly string[] {
  const { queued, dialogue, view } = content;
  const { style, truncateText } = typeset;
  const waiting = queued.map((text) =>
    truncateText(style.dim(`queued: ${formatForeignText(text).replaceAll(/\s+/g, ' ')}`)),
  );
  const asked = dialogue ? formatApprovalPrompt(dialogue, view, typeset) : [];
  return ['', ...waiting, ...asked, formatStatusLine(content, now, typeset)];
}

function formatApprovalPrompt(
  { approval }: ApprovalPrompt,
  view: ConversationView,
  typeset: Typeset,
): readonly string[] {
  const { style, truncateText, wrapText } = typeset;
  const open = listOpenApprovals(view);
  const { number, total } = open.find(({ id }) => id === approval.id) ?? approval;
  const position = total > 1 ? `${number} of ${total}: ` : '';
  const title = `${style.yellow('?')} ${position}${style.bold(formatForeignName(approval.name))}`;
  const lines = formatAskedArguments(approval.name, approval.arguments, typeset);
  // If only one call needs approval, its arguments are already printed directly above the question.
  const shown = total > 1 ? lines.slice(0, MAX_ARGUMENT_LINES) : [];
  const hidden = lines.length - shown.length;
  const rest = total > 1 && hidden > 0 ? [`… ${hidden} more lines, printed above`] : [];
  const choices = formatLongerChoices(approval).flatMap((choice) => wrapText(choice));
  const below = [...shown, ...rest, ...choices].map((line) => truncateText(`  ${line}`));
  const isNamedAbove = total === 1 && lines.length <= MAX_ARGUMENT_LINES;
  return isNamedAbove ? below : [truncateText(title), ...below];
}

/**
 * Formats the status line: what happens and which keys the user has, and at the right end agent, model, tokens,
 * context and cost. Where the line has no room for all, the first facts are left out, and then the last key.
 */
function formatStatusLine(
  content: ScreenContent,
  now: number,
  { style, truncateText, padBetween }: Typeset,
): string {
  const hint = formatActivityHint(content, now);
  const facts = content.dialogue ? [] : formatChatFacts(content);
  const hints = hint.includes(QUEUE_HINT) ? [hint, hint.replace(QUEUE_HINT, '')] : [hint];
  const lines = hints.flatMap((left) =>
    facts.flatMap((_, at) => {
      const line = padBetween(left, facts.slice(at).join(' · '));
      return line === left ? [] : [line];
    }),
  );
  const narrow = hints.find((left) => truncateText(left) === left) ?? hint;
  return style.dim(truncateText(lines[0] ?? narrow));
}

const QUEUE_HINT = ' · Alt+Enter: queue';

/** Formats the facts of a chat for its status line, with tokens and cost including those of called agents. */
function formatChatFacts({ view, facts, contextUse }: ScreenContent): readonly string[] {
  const called = sumSpendingOfCalledAgents(view.called);
  const tokens = view.usage.total_tokens + called.tokens;
  const costUsd = (view.costUsd ?? 0) + called.costUsd;
  const spent = tokens === 0 ? [] : [formatCount(tokens, 'token')];
  const ofAgents = called.costUsd === 0 ? '' : ` (called agents ${formatCost(called.costUsd)})`;
  const atLeast = view.costUsd === null ? 'at least ' : '';
  const cost = costUsd === 0 ? [] : [`${atLeast}${formatCost(costUsd)}${ofAgents}`];
  const context = contextUse === undefined ? [] : [contextUse];
  return [...facts.map(formatForeignText), ...spent, ...context, ...cost];
}

function formatActivityHint({ view, dialogue, hint, picker }: ScreenContent, now: number): string {
  if (hint !== undefined) return hint;
  if (picker) return 'Type to search · Up, Down: select · Enter: choose · Esc: back';
  if (dialogue) return formatApprovalHint(dialogue);
  const [turn] = view.turns;
  if (!turn) return 'Enter: send · /help: commands · Ctrl+C twice: quit';
  if (getActivity(view) === 'waiting') return 'Enter: answer · Esc: stop';
  if (turn.isStopping) return 'stopping';
  const seconds = Math.max(0, Math.floor((now - turn.begunAt) / 1000));
  // Items that can change are open: if there are none, the model has not begun to answer them.
  const progress = view.open.length === 0 ? 'Thinking' : describeProgress(view.open);
  const doing = formatForeignLine(progress ?? 'Working');
  return `${shortenText(doing)} · ${seconds} s · Esc: stop · Enter: send now${QUEUE_HINT}`;
}

/** Shortens what the agent does, so that the keys beside it stay visible in a narrow terminal. */
function shortenText(text: string): string {
  return text.length > MAX_DOING_CHARACTERS ? `${text.slice(0, MAX_DOING_CHARACTERS - 1)}…` : text;
}

const MAX_DOING_CHARACTERS = 40;

function formatApprovalHint(prompt: ApprovalPrompt): string {
  switch (prompt.mode) {
    case 'keys':
      return `${formatApprovalKeys(prompt)}  Esc: stop`;
    case 'reason':
      return 'Reason? Enter: deny · Esc: back';
    case 'arguments':
      return 'Edit the arguments (JSON). Enter: call · Esc: back';
  }
}
