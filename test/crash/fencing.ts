import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

interface Row {
  readonly id: string;
  readonly owner: string;
  readonly epoch: number;
  readonly generation: number;
  /** Whether the task waits for nobody. */
  readonly isUnderWay: boolean;
}

/** What a database says of its tasks while one process takes them over from another. */
export interface Fencing {
  /** The tasks that have changed hands since, and what was wrong with that. */
  taken(): { readonly ids: readonly string[]; readonly breaches: readonly string[] };
  /** Which of these were written since they were taken, by a process that no longer owns them. */
  written(ids: readonly string[]): readonly string[];
}

export function fencing(path: string): Fencing {
  const before = rowsIn(path);
  let then: readonly Row[] = [];
  return {
    taken() {
      then = rowsIn(path);
      const changed = then.flatMap((row) => {
        const was = before.find(({ id }) => id === row.id);
        return was && was.owner !== row.owner ? [{ row, was }] : [];
      });
      const breaches = changed
        .filter(({ row, was }) => row.epoch <= was.epoch)
        .map(({ row }) => `the epoch rises with each owner: ${row.epoch} of ${row.id}`);
      // Between two tasks of the story nothing is under way.
      const isExpected = before.some(({ isUnderWay }) => isUnderWay);
      if (isExpected && changed.length === 0)
        breaches.push('the heir takes over what the other had under way');
      return { ids: changed.map(({ row }) => row.id), breaches };
    },
    written: (ids) =>
      rowsIn(path)
        .filter(({ id, generation }) => {
          const was = then.find((row) => row.id === id);
          return ids.includes(id) && was?.generation !== generation;
        })
        .map(({ id }) => `who was overtaken writes nothing more: ${id}`),
  };
}

function rowsIn(path: string): Row[] {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    return database
      .prepare('SELECT id, owner, epoch, generation, state FROM task WHERE ended = 0')
      .all()
      .map((row) => ({
        id: String(row['id']),
        owner: String(row['owner']),
        epoch: Number(row['epoch']),
        generation: Number(row['generation']),
        isUnderWay: row['state'] !== 'input-required',
      }));
  } finally {
    database.close();
  }
}

/** Whether a process is in the middle of a transaction that writes. */
export function isBeingWritten(path: string): boolean {
  if (!existsSync(path)) return false;
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    database.exec('BEGIN IMMEDIATE; ROLLBACK');
    return false;
  } catch (thrown) {
    if (thrown instanceof Error && thrown.message === 'database is locked') return true;
    throw thrown;
  } finally {
    database.close();
  }
}
