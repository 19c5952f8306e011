import { formatForeignName, formatForeignText } from '#core';
import { formatCount } from '#engine/port';
import {
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
 * Formats the status line: what the user can do now, and at the right end the agent, model and
 * cost.
 */
function formatStatusLine(
  content: ScreenContent,
  now: number,
  { style, truncateText, padBetween }: Typeset,
): string {
  const facts = content.dialogue ? '' : formatChatFacts(content);
  return truncateText(style.dim(padBetween(formatActivityHint(content, now), facts)));
}

/** Formats the facts of a chat for its status line, with tokens and cost including those of called agents. */
function formatChatFacts({ view, facts }: ScreenContent): string {
  const called = sumSpendingOfCalledAgents(view.called);
  const tokens = view.usage.total_tokens + called.tokens;
  const costUsd = (view.costUsd ?? 0) + called.costUsd;
  const spent = tokens === 0 ? [] : [formatCount(tokens, 'token')];
  const ofAgents = called.costUsd === 0 ? '' : ` (called agents ${formatCost(called.costUsd)})`;
  const atLeast = view.costUsd === null ? 'at least ' : '';
  const cost = costUsd === 0 ? [] : [`${atLeast}${formatCost(costUsd)}${ofAgents}`];
  return [...facts.map(formatForeignText), ...spent, ...cost].join(' · ');
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
  return `working ${seconds} s · Esc: stop · Enter: send now · Alt+Enter: queue`;
}

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
