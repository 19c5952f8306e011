import type { TimelineRow } from '@timestep-ai/timestep/view';

/** A timeline row of the task, or of a child task that the task waits for. */
export interface NestedRow {
  /** Unique key within the whole timeline. */
  readonly key: string;
  readonly row: TimelineRow;
  /** Nesting depth: the number of parent tasks. */
  readonly depth: number;
  /**
   * Whether the child task is expanded below this row. Undefined if the row waits for no task, or
   * for a task that is already shown above.
   */
  readonly isOpen?: boolean;
  /** Error message if the rows of the child task could not be loaded. */
  readonly missing?: string;
}

/** Rows of an expanded child task, or the error message if they could not be loaded. */
export interface ExpandedRows {
  readonly rows: readonly TimelineRow[];
  readonly missing?: string;
}

/**
 * Lists all rows in display order. The rows of an expanded task follow the row that waits for it.
 */
export function flattenRows(
  rows: readonly TimelineRow[],
  opened: ReadonlyMap<string, ExpandedRows>,
  path: readonly string[],
): readonly NestedRow[] {
  return rows.flatMap((row): readonly NestedRow[] => {
    const key = [...path, row.id].join('/');
    const depth = path.length - 1;
    const { awaited } = row;
    // A task that is already in the path is not expanded, because tasks that wait for each other
    // would nest forever.
    if (awaited === undefined || path.includes(awaited)) return [{ key, row, depth }];
    const child = opened.get(awaited);
    if (!child) return [{ key, row, depth, isOpen: false }];
    const { missing } = child;
    return [
      { key, row, depth, isOpen: true, ...(missing !== undefined && { missing }) },
      ...flattenRows(child.rows, opened, [...path, awaited]),
    ];
  });
}
