import type { ContextFill } from '#people/chat';
import type { TerminalUpdate } from './terminal-conversation.ts';

/** How full the model's context is, as far as the status line shows it. */
export type ContextUse = Pick<ContextFill, 'tokens' | 'window'>;

/**
 * Returns the context use after an update. During a turn, each reply reports the tokens of its request; the size
 * of the window is known from the end of a turn on.
 */
export function updateContextUse(
  before: ContextUse | undefined,
  update: TerminalUpdate,
): ContextUse | undefined {
  if (update.kind === 'fill') return update.fill;
  if (update.kind !== 'event' || update.event.type !== 'model.replied') return before;
  const tokens = update.event.message.usage?.total_tokens;
  return before && tokens !== undefined ? { ...before, tokens } : before;
}

/** Formats the share of the context that is used; undefined if the window has no known size, or nothing is used. */
export function formatContextUse(use: ContextUse | undefined): string | undefined {
  if (use === undefined || use.tokens === 0 || !Number.isFinite(use.window)) return undefined;
  const percent = (100 * use.tokens) / use.window;
  return `${percent < 1 ? '<1' : Math.round(percent)} % of context`;
}
