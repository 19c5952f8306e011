import { countCommonLines } from '#core';
import type { PlannedLine } from '#engine/port';
import { loadDiff } from '../text/load-parsers.ts';

/** A line of a diff: in both texts, only in the old text, or only in the new text. */
export interface DiffLine {
  readonly kind: 'same' | 'old' | 'new';
  readonly text: string;
}

/** Maximum number of edits to find; a larger change counts as replaced completely. */
const MOST_EDITS = 300;

/** Maximum number of line comparisons; a larger change counts as replaced completely. */
const MOST_COMPARISONS = 3_000_000;

export function diffLines(before: string, after: string): DiffLine[] {
  const [old, next] = [splitIntoLines(before), splitIntoLines(after)];
  const { start, end } = countCommonLines(old, next);
  const oldRest = old.slice(start, old.length - end);
  const newRest = next.slice(start, next.length - end);
  const lines = oldRest.length + newRest.length;
  const maxEditLength = Math.min(MOST_EDITS, Math.floor(MOST_COMPARISONS / Math.max(1, lines)));
  const parts = loadDiff().diffArrays(oldRest, newRest, { maxEditLength }) ?? [
    { removed: true, added: false, value: oldRest },
    { removed: false, added: true, value: newRest },
  ];
  return [
    ...old.slice(0, start).map(createUnchangedLine),
    ...parts.flatMap(({ added, removed, value }) =>
      value.map((text): DiffLine => ({ kind: added ? 'new' : removed ? 'old' : 'same', text })),
    ),
    ...old.slice(old.length - end).map(createUnchangedLine),
  ];
}

function createUnchangedLine(text: string): DiffLine {
  return { kind: 'same', text };
}

function splitIntoLines(text: string): string[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** Maximum number of lines that are shown of one file, because a page shows no more at once. */
const MOST_SHOWN = 5000;

/**
 * Keeps changed lines with `around` lines before and after them. Replaces other lines by gap
 * markers.
 */
export function pickLinesNearChanges(lines: readonly PlannedLine[], around: number): PlannedLine[] {
  const picked: PlannedLine[] = [];
  let shownTo = -1;
  for (const [at, line] of lines.entries()) {
    if (line.kind === 'same') continue;
    const from = Math.max(0, at - around, shownTo + 1);
    if (from > shownTo + 1) picked.push(GAP);
    const to = Math.min(lines.length - 1, at + around);
    for (const near of lines.slice(from, to + 1)) picked.push(near);
    shownTo = Math.max(shownTo, to);
    if (picked.length >= MOST_SHOWN) break;
  }
  if (shownTo < lines.length - 1) picked.push(GAP);
  return picked;
}

const GAP: PlannedLine = { kind: 'gap', text: '' };
