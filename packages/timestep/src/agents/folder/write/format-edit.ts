import type { PlannedLine } from '../../../engine/port/index.ts';
import { MANIFEST } from '../storage/agent-paths.ts';
import { loadDiff } from '../text/load-parsers.ts';
import type { AgentEdit, FileChange } from './agent-edit.ts';

/** A line of a diff: in both texts, only in the old text, or only in the new text. */
export interface DiffLine {
  readonly kind: 'same' | 'old' | 'new';
  readonly text: string;
}

/** A larger changed section counts as replaced completely. */
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

/** A line break at the end does not start another line. */
function splitIntoLines(text: string): string[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

const MARKS = { same: '  ', old: '- ', new: '+ ', gap: '  …' } as const;
const AROUND = 2;
const MOST_LINES = 400;

/** Formats an edit as a diff for users: each file's name with its old and new lines. */
export function formatEdit({ changes }: AgentEdit): string {
  const lines = changes.flatMap((change) => [
    formatFileHeading(change),
    ...formatChangedLines(change),
  ]);
  if (lines.length <= MOST_LINES) return lines.join('\n');
  const left = lines.length - MOST_LINES;
  return [...lines.slice(0, MOST_LINES), `… and ${left} more lines`].join('\n');
}

export function summarizeEdit({ changes }: AgentEdit): string {
  return changes
    .map(({ path, before, after }) => {
      const what =
        before === undefined ? 'was added' : after === undefined ? 'was removed' : 'was changed';
      return `${path} ${what}.`;
    })
    .join(' ');
}

function formatFileHeading({ path, before, after }: FileChange): string {
  if (before === undefined) return `${path} (new file)`;
  return after === undefined ? `${path} (removed)` : path;
}

function formatChangedLines({ path, before = '', after = '' }: FileChange): string[] {
  // Context lines are omitted in JSON files, because settings next to a change may be secrets.
  const around = path === MANIFEST || path.endsWith('.json') ? 0 : AROUND;
  const lines = pickLinesNearChanges(diffLines(before, after), around);
  const isInside = (at: number): boolean => at > 0 && at < lines.length - 1;
  return lines
    .filter(({ kind }, at) => kind !== 'gap' || isInside(at))
    .map(({ kind, text }) => `${MARKS[kind]}${text}`);
}

/** Returns the changed lines with `around` lines beside them, and gaps for the others. */
export function pickLinesNearChanges(lines: readonly PlannedLine[], around: number): PlannedLine[] {
  const isNear = lines.map((_, at) =>
    lines.slice(Math.max(0, at - around), at + around + 1).some(({ kind }) => kind !== 'same'),
  );
  return lines.flatMap((line, at): PlannedLine[] => {
    if (isNear[at]) return [line];
    return at === 0 || isNear[at - 1] ? [{ kind: 'gap', text: '' }] : [];
  });
}
