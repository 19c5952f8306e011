import type { ContextItem, ContextSelection } from '../message/context-selection.ts';
import { cutText, type Omission } from './omission.ts';

/**
 * Omits context texts of a selection until the rest has at most `keep` characters: first items that
 * a ranker selected, then references. A note names the omitted items.
 */
export function shortenSelection(selection: ContextSelection, keep: number): ContextSelection {
  const shown = selection.items.filter((item) => item.text !== undefined);
  const kept = new Map<ContextItem, string>();
  let left = keep;
  for (const item of shown.toSorted((a, b) => getRetentionRank(a) - getRetentionRank(b))) {
    const { text = '' } = item;
    const isCut = text.length > left && getRetentionRank(item) === 0 && left > MIN_CUT;
    if (text.length > left && !isCut) continue;
    kept.set(item, isCut ? cutText(text, left) : text);
    left -= Math.min(left, text.length);
  }
  const missing = shown.filter((item) => !kept.has(item)).map(({ name }) => name);
  const items = selection.items.flatMap((item): ContextItem[] => {
    const text = kept.get(item);
    if (item.text === undefined || text === item.text) return [item];
    return text === undefined ? [] : [{ ...item, text }];
  });
  return {
    ...selection,
    items: missing.length === 0 ? items : [...items, createMissingContextNote(missing)],
  };
}

/**
 * A context text that does not fit is cut instead of omitted only if more than this number of characters is
 * left.
 */
const MIN_CUT = 1000;

/** Returns the order in which items are kept: selected by an author, session or mention first; ranked ones last. */
function getRetentionRank({ kind, reason }: ContextItem): number {
  return (reason === 'agent' ? 2 : 0) + (kind === 'reference' ? 1 : 0);
}

const MOST_NAMED = 10;

function createMissingContextNote(missing: readonly string[]): ContextItem {
  const named = missing.slice(0, MOST_NAMED).join(', ');
  const more = missing.length > MOST_NAMED ? ` and ${missing.length - MOST_NAMED} more` : '';
  const text = `(left out here, because they do not fit or were refused: ${named}${more})`;
  return { kind: 'reference', name: 'what is missing', reason: 'always', text };
}

/** Returns the number of characters to which omissions shorten the selected context texts, if they do. */
export function findContextLimit(omissions: readonly Omission[]): number | undefined {
  const limits = omissions.flatMap((one) => (one.kind === 'context' ? [one.keep] : []));
  return limits.length === 0 ? undefined : Math.min(...limits);
}

export function countContextCharacters({ items }: ContextSelection): number {
  return items.reduce((sum, { text = '' }) => sum + text.length, 0);
}
