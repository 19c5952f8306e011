import { transaction, type StoreFile } from './store-file.ts';

export interface PruneOptions {
  /** Ended tasks whose last change is before it go, in milliseconds since the epoch. */
  readonly before: number;
  /** Only count. */
  readonly isDryRun: boolean;
}

export interface Pruned {
  readonly tasks: number;
  readonly events: number;
  /** Bytes that the records took; the file keeps its size and reuses them. */
  readonly bytes: number;
}

interface Doomed {
  readonly id: string;
  readonly events: number;
  readonly bytes: number;
}

interface Inbound {
  readonly principal: string;
  readonly agent: string;
  readonly messageId: string;
}

/** Tasks looked up at a time: what is in memory does not grow with what is pruned. */
const ROUND = 2000;
/** Events deleted in one transaction, so that runners never wait long for the disk. */
const BATCH_EVENTS = 2000;
/** And tasks. */
const BATCH_TASKS = 100;

/**
 * Deletes ended tasks, their logs and the messages they came from, in many short transactions: it may
 * be stopped at any time, and runners may use the database meanwhile.
 */
export function pruneStoredTasks(store: StoreFile, options: PruneOptions): Pruned {
  let pruned: Pruned = { tasks: 0, events: 0, bytes: 0 };
  let after = '';
  for (;;) {
    const round = doomedAfter(store, options.before, after);
    const last = round.at(-1);
    if (!last) return pruned;
    after = last.id;
    const inbound = options.isDryRun ? undefined : inboundOf(store, round);
    for (const batch of batchesOf(round)) {
      if (inbound) transaction(store, () => erase(store, batch, inbound));
      pruned = batch.reduce(plus, pruned);
    }
  }
}

/** Groups tasks into transactions of bounded size; a longer log is a transaction of its own. */
export function batchesOf<T extends { readonly events: number }>(tasks: readonly T[]): T[][] {
  const batches: T[][] = [];
  let events = 0;
  for (const task of tasks) {
    const current = batches.at(-1);
    events += task.events;
    if (current && current.length < BATCH_TASKS && events <= BATCH_EVENTS) {
      current.push(task);
    } else {
      batches.push([task]);
      events = task.events;
    }
  }
  return batches;
}

function doomedAfter({ database }: StoreFile, before: number, after: string): Doomed[] {
  return database
    .prepare(
      `SELECT id, generation,
         ifnull((SELECT octet_length(body) FROM snapshot WHERE task_id = task.id), 0) +
         ifnull((SELECT sum(octet_length(body)) FROM event WHERE task_id = task.id), 0) AS bytes
       FROM task WHERE ended = 1 AND updated_at < ? AND id > ? ORDER BY id LIMIT ?`,
    )
    .all(before, after, ROUND)
    .map((row) => ({
      id: String(row['id']),
      events: Number(row['generation']),
      bytes: Number(row['bytes']),
    }));
}

function inboundOf({ database }: StoreFile, tasks: readonly Doomed[]): Map<string, Inbound[]> {
  const found = new Map<string, Inbound[]>();
  const rows = database
    .prepare(
      `SELECT principal, agent, message_id, task_id FROM inbound
       WHERE task_id IN (SELECT value FROM json_each(?))`,
    )
    .iterate(JSON.stringify(tasks.map(({ id }) => id)));
  for (const row of rows) {
    const taskId = String(row['task_id']);
    const entry = {
      principal: String(row['principal']),
      agent: String(row['agent']),
      messageId: String(row['message_id']),
    };
    found.set(taskId, [...(found.get(taskId) ?? []), entry]);
  }
  return found;
}

function erase(
  { database }: StoreFile,
  tasks: readonly Doomed[],
  inbound: ReadonlyMap<string, readonly Inbound[]>,
): void {
  const deleteInbound = database.prepare(
    'DELETE FROM inbound WHERE principal = ? AND agent = ? AND message_id = ?',
  );
  const deleteEvents = database.prepare('DELETE FROM event WHERE task_id = ?');
  const deleteSnapshot = database.prepare('DELETE FROM snapshot WHERE task_id = ?');
  const deleteTask = database.prepare('DELETE FROM task WHERE id = ?');
  for (const { id } of tasks) {
    for (const { principal, agent, messageId } of inbound.get(id) ?? []) {
      deleteInbound.run(principal, agent, messageId);
    }
    deleteEvents.run(id);
    deleteSnapshot.run(id);
    deleteTask.run(id);
  }
}

function plus(sum: Pruned, { events, bytes }: Doomed): Pruned {
  return { tasks: sum.tasks + 1, events: sum.events + events, bytes: sum.bytes + bytes };
}
