import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { MemoryResponseStoreOptions } from './memory-response-store.ts';
import { inTransaction, openResponseDatabase } from './response-database.ts';
import type { ResponseStore, StoredResponse } from './response-store.ts';
import { ResponseStoreError } from './response-store-error.ts';

/** As in memory, but for the size: default 4 Gi characters. */
export interface SqliteResponseStoreOptions extends MemoryResponseStoreOptions {
  /** The database file; made where there is none. Not that of the tasks. */
  readonly path: string;
}

export interface SqliteResponseStore extends ResponseStore {
  close(): void;
}

type Row = Record<string, SQLOutputValue>;

const DAY_MS = 24 * 60 * 60 * 1000;
const DEFAULT_SIZE = 4 * 1024 * 1024 * 1024;

/** Reading again what was just read is not worth a write; a use may count this much earlier. */
const UNMARKED_PART_OF_TTL = 1 / 1000;

/** Keeps responses in an SQLite file, where they outlive the process. Throws `ResponseStoreError`. */
export function createSqliteResponseStore(
  options: SqliteResponseStoreOptions,
): SqliteResponseStore {
  const { path, clock, maxEntries = 10_000, maxSize = DEFAULT_SIZE, ttlMs = DAY_MS } = options;
  const database = openResponseDatabase(path);
  const statements = statementsOf(database);

  function isExpired(row: Row): boolean {
    return Number(row['used_at']) <= clock.now() - ttlMs;
  }

  /** Drops from the front, in order of use, what has to go. */
  function dropFront(isToGo: (front: Row) => boolean): StoredResponse[] {
    const dropped: StoredResponse[] = [];
    for (;;) {
      const front = statements.front.get();
      if (!front || !isToGo(front)) return dropped;
      const record = recordIn(front);
      statements.remove.run(record.principal, record.response.id);
      dropped.push(record);
    }
  }

  function isTooMuch(): boolean {
    const { entries = 0, size = 0 } = statements.total.get() ?? {};
    return Number(entries) > maxEntries || Number(size) > maxSize;
  }

  function use(principal: string, id: string): StoredResponse | undefined {
    const row = statements.find.get(principal, id);
    if (!row || isExpired(row)) return undefined;
    const now = clock.now();
    const isNewest = row['used'] === statements.newest.get()?.['used'];
    const isRecent = now - Number(row['used_at']) < ttlMs * UNMARKED_PART_OF_TTL;
    if (!isNewest || !isRecent) statements.mark.run(now, principal, id);
    return recordIn(row);
  }

  /** What the database fails in is told as such, and nothing has changed. */
  async function doing<T>(work: () => T): Promise<T> {
    try {
      return inTransaction(database, work);
    } catch (thrown) {
      const detail = thrown instanceof Error ? thrown.message : String(thrown);
      const message = `${path}: responses cannot be read or kept now (${detail})`;
      throw new ResponseStoreError('failed', message, { cause: thrown });
    }
  }

  return {
    put: (record) =>
      doing(() => {
        const { principal, response } = record;
        const expired = dropFront(isExpired);
        statements.remove.run(principal, response.id);
        const text = JSON.stringify(record);
        const unfinished = response.status === 'in_progress' ? 1 : 0;
        statements.insert.run(principal, response.id, clock.now(), unfinished, text.length, text);
        for (const item of response.output) statements.addItem.run(principal, item.id, response.id);
        return [...expired, ...dropFront(isTooMuch)];
      }),
    get: (principal, id) => doing(() => use(principal, id)),
    item: (principal, id) =>
      doing(() => {
        const responseId = statements.findItem.get(principal, id)?.['response_id'];
        const record = use(principal, String(responseId));
        return record?.response.output.find((item) => item.id === id);
      }),
    delete: (principal, id) =>
      doing(() => {
        const record = use(principal, id);
        if (record) statements.remove.run(principal, id);
        return record;
      }),
    unfinished: () => doing(() => statements.unfinished.all().map(recordIn)),
    close: () => database.close(),
  };
}

function recordIn(row: Row): StoredResponse {
  return JSON.parse(String(row['record'])) as StoredResponse;
}

const NEXT_USE = '(SELECT coalesce(max(used), 0) + 1 FROM response)';

function statementsOf(database: DatabaseSync) {
  const prepare = (statement: string) => database.prepare(statement);
  return {
    find: prepare('SELECT used, used_at, record FROM response WHERE principal = ? AND id = ?'),
    front: prepare('SELECT used_at, record FROM response ORDER BY used LIMIT 1'),
    newest: prepare('SELECT max(used) AS used FROM response'),
    total: prepare('SELECT entries, size FROM total'),
    insert: prepare(
      `INSERT INTO response (principal, id, used, used_at, unfinished, size, record)
       VALUES (?, ?, ${NEXT_USE}, ?, ?, ?, ?)`,
    ),
    mark: prepare(
      `UPDATE response SET used = ${NEXT_USE}, used_at = ? WHERE principal = ? AND id = ?`,
    ),
    remove: prepare('DELETE FROM response WHERE principal = ? AND id = ?'),
    findItem: prepare('SELECT response_id FROM item WHERE principal = ? AND id = ?'),
    addItem: prepare('INSERT OR REPLACE INTO item (principal, id, response_id) VALUES (?, ?, ?)'),
    unfinished: prepare('SELECT record FROM response WHERE unfinished = 1 ORDER BY used'),
  };
}
