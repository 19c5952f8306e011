import type { AgentEdit, FileChange } from './agent-edit.ts';
import { MANIFEST } from './agent-paths.ts';
import { lineDiff, type DiffLine } from './line-diff.ts';

const MARKS: Readonly<Record<DiffLine['kind'], string>> = { same: '  ', old: '- ', new: '+ ' };
/** Unchanged lines that are shown beside changed ones. */
const AROUND = 2;
/** A longer change is cut here, so that a log holds no whole library. */
const MOST_LINES = 400;

/** An edit as people look at it: each file by its name, with its old lines and its new ones. */
export function editText({ changes }: AgentEdit): string {
  const lines = changes.flatMap((change) => [headOf(change), ...linesOf(change)]);
  if (lines.length <= MOST_LINES) return lines.join('\n');
  const left = lines.length - MOST_LINES;
  return [...lines.slice(0, MOST_LINES), `… and ${left} more lines`].join('\n');
}

/** What an edit does to each file, in a line. */
export function editSummary({ changes }: AgentEdit): string {
  return changes
    .map(({ path, before, after }) => {
      const what =
        before === undefined ? 'was added' : after === undefined ? 'was removed' : 'was changed';
      return `${path} ${what}.`;
    })
    .join(' ');
}

function headOf({ path, before, after }: FileChange): string {
  if (before === undefined) return `${path} (new file)`;
  return after === undefined ? `${path} (removed)` : path;
}

function linesOf({ path, before = '', after = '' }: FileChange): string[] {
  const diff = lineDiff(before, after);
  // Beside a changed setting there may be secrets.
  const around = path === MANIFEST || path.endsWith('.json') ? 0 : AROUND;
  const isNear = (at: number): boolean =>
    diff.slice(Math.max(0, at - around), at + around + 1).some(({ kind }) => kind !== 'same');
  const shown: string[] = [];
  let isGap = false;
  for (const [at, { kind, text }] of diff.entries()) {
    if (!isNear(at)) {
      isGap = true;
      continue;
    }
    if (isGap && shown.length > 0) shown.push('  …');
    isGap = false;
    shown.push(`${MARKS[kind]}${text}`);
  }
  return shown;
}
