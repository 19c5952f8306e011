import type { TimelineRow } from '@timestep-ai/timestep/view';

/** A row of a timeline, or of the timeline of a task that it waits for. */
export interface NestedRow {
  /** Unique in the whole timeline. */
  readonly key: string;
  readonly row: TimelineRow;
  /** How many waits are above it. */
  readonly depth: number;
  /** Whether the task that the row waits for is shown below it; absent where it waits for none, or that is above. */
  readonly isOpen?: boolean;
  /** Why the rows of that task are not there. */
  readonly missing?: string;
}

/** What is known of a task whose rows were opened. */
export interface OpenedRows {
  readonly rows: readonly TimelineRow[];
  readonly missing?: string;
}

/** All rows in the order in which they are shown: those of opened tasks below the row that waits for them. */
export function nestedRows(
  rows: readonly TimelineRow[],
  opened: ReadonlyMap<string, OpenedRows>,
  path: readonly string[],
): readonly NestedRow[] {
  return rows.flatMap((row): readonly NestedRow[] => {
    const key = [...path, row.id].join('/');
    const depth = path.length - 1;
    const { awaited } = row;
    // Tasks that wait for each other have no end.
    if (awaited === undefined || path.includes(awaited)) return [{ key, row, depth }];
    const child = opened.get(awaited);
    if (!child) return [{ key, row, depth, isOpen: false }];
    const { missing } = child;
    return [
      { key, row, depth, isOpen: true, ...(missing !== undefined && { missing }) },
      ...nestedRows(child.rows, opened, [...path, awaited]),
    ];
  });
}
