import type { TimelineRow } from '@timestep-ai/timestep/view';

export interface NestedRow {
  readonly key: string;
  readonly row: TimelineRow;
  readonly depth: number;
  /** Whether the row is expanded. Undefined if it waits for no task, or for a task shown above. */
  readonly isOpen?: boolean;
  readonly missing?: string;
}

export interface ExpandedRows {
  readonly rows: readonly TimelineRow[];
  readonly missing?: string;
}

/** Lists rows in display order: rows of an expanded task follow the row that waits for the task. */
export function flattenRows(
  rows: readonly TimelineRow[],
  opened: ReadonlyMap<string, ExpandedRows>,
  path: readonly string[],
): readonly NestedRow[] {
  return rows.flatMap((row): readonly NestedRow[] => {
    const key = [...path, row.id].join('/');
    const depth = path.length - 1;
    const { awaited } = row;
    // A task that is already shown above is not nested again, because cycles would never end.
    if (awaited === undefined || path.includes(awaited)) return [{ key, row, depth }];
    const child = opened.get(awaited);
    if (!child) return [{ key, row, depth, isOpen: false }];
    const { missing, rows: below } = child;
    const parent: NestedRow = { key, row, depth, isOpen: true, ...(missing && { missing }) };
    return [parent, ...flattenRows(below.filter(isNews), opened, [...path, awaited])];
  });
}

/** Whether a row of a nested task says more than the row above it: the agent, its time and the question. */
function isNews({ kind, label }: TimelineRow): boolean {
  return kind !== 'turn' && !(kind === 'mark' && label === 'message');
}
