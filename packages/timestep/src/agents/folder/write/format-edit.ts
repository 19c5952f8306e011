import { MANIFEST } from '../storage/agent-paths.ts';
import type { AgentEdit, FileChange } from './agent-edit.ts';
import { pickLinesNearChanges, diffLines } from './line-diff.ts';

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
  const lines = changes.map(({ path, before, after }) => {
    const what = before === undefined ? 'added' : after === undefined ? 'removed' : 'changed';
    return `${path} was ${what}.`;
  });
  return lines.join(' ');
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
