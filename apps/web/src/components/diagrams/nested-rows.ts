import type { TimelineRow } from '@timestep-ai/timestep/view';

export interface NestedRow {
  readonly key: string;
  readonly row: TimelineRow;
  /** Number of parent tasks. */
  readonly depth: number;
  /** Undefined if the row waits for no task, or for a task that is already shown above. */
  readonly isOpen?: boolean;
  /** The error if the rows of the child task could not be loaded. */
  readonly missing?: string;
}

export interface ExpandedRows {
  readonly rows: readonly TimelineRow[];
  readonly missing?: string;
}

/** Lists the rows in display order: those of an expanded task follow the row that waits for it. */
export function flattenRows(
  rows: readonly TimelineRow[],
  opened: ReadonlyMap<string, ExpandedRows>,
  path: readonly string[],
): readonly NestedRow[] {
  return rows.flatMap((row): readonly NestedRow[] => {
    const key = [...path, row.id].join('/');
    const depth = path.length - 1;
    const { awaited } = row;
    // Tasks that wait for each other would nest forever.
    if (awaited === undefined || path.includes(awaited)) return [{ key, row, depth }];
    const child = opened.get(awaited);
    if (!child) return [{ key, row, depth, isOpen: false }];
    const { missing, rows: below } = child;
    const parent: NestedRow = { key, row, depth, isOpen: true, ...(missing && { missing }) };
    return [parent, ...flattenRows(below, opened, [...path, awaited])];
  });
}
