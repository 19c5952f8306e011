import type { PlannedLine } from '#engine/port';
import { loadDiff } from '../text/load-parsers.ts';

/** A line of a diff: in both texts, only in the old text, or only in the new text. */
export interface DiffLine {
  readonly kind: 'same' | 'old' | 'new';
  readonly text: string;
}

/** Maximum number of edits to find; a larger change counts as replaced completely. */
const MOST_EDITS = 1500;

export function diffLines(before: string, after: string): DiffLine[] {
  const [old, next] = [splitIntoLines(before), splitIntoLines(after)];
  const differs = old.findIndex((line, index) => line !== next[index]);
  const start = differs === -1 ? old.length : differs;
  const [oldRest, newRest] = [old.slice(start), next.slice(start)];
  const parts = loadDiff().diffArrays(oldRest, newRest, { maxEditLength: MOST_EDITS }) ?? [
    { removed: true, added: false, value: oldRest },
    { removed: false, added: true, value: newRest },
  ];
  return [
    ...old.slice(0, start).map((text): DiffLine => ({ kind: 'same', text })),
    ...parts.flatMap(({ added, removed, value }) =>
      value.map((text): DiffLine => ({ kind: added ? 'new' : removed ? 'old' : 'same', text })),
    ),
  ];
}

function splitIntoLines(text: string): string[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** Selects changed lines with `around` lines beside them, and replaces the others by gaps. */
export function pickLinesNearChanges(lines: readonly PlannedLine[], around: number): PlannedLine[] {
  const isNear = lines.map((_, at) =>
    lines.slice(Math.max(0, at - around), at + around + 1).some(({ kind }) => kind !== 'same'),
  );
  return lines.flatMap((line, at): PlannedLine[] => {
    if (isNear[at]) return [line];
    return at === 0 || isNear[at - 1] ? [{ kind: 'gap', text: '' }] : [];
  });
}
