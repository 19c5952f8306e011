import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite';
import type { MemoryResponseStoreOptions } from './memory-response-store.ts';
import { inTransaction, openResponseDatabase } from './response-database.ts';
import type { ResponseLease, ResponseStore, StoredResponse } from './response-store.ts';
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

/** Of a response that nobody sees through. */
const NOBODYS: ResponseLease = { holder: '', now: 0, until: 0 };

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
    return row['unfinished'] === 0 && Number(row['used_at']) <= clock.now() - ttlMs;
  }

  /** Drops from the front, in order of use, what has to go. */
  function dropFront(front: StatementSync, isToGo: (front: Row) => boolean): StoredResponse[] {
    const dropped: StoredResponse[] = [];
    for (;;) {
      const row = front.get();
      if (!row || !isToGo(row)) return dropped;
      const record = recordIn(row);
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

  function keep(record: StoredResponse, { holder, until }: ResponseLease): StoredResponse[] {
    const { principal, response } = record;
    const expired = dropFront(statements.frontOfEnded, isExpired);
    statements.remove.run(principal, response.id);
    const text = JSON.stringify(record);
    const unfinished = response.status === 'in_progress' ? 1 : 0;
    const kept = [principal, response.id, clock.now(), unfinished, text.length, text];
    statements.insert.run(...kept, holder, until);
    for (const item of response.output) statements.addItem.run(principal, item.id, response.id);
    return [...expired, ...dropFront(statements.front, isTooMuch)];
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
    put: (record, lease = NOBODYS) => doing(() => keep(record, lease)),
    end: (record) =>
      doing(() => {
        const before = statements.find.get(record.principal, record.response.id);
        if (!before) return [record];
        return before['unfinished'] === 1 ? keep(record, NOBODYS) : [];
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
    claim: ({ holder, now, until }, agents) =>
      doing(() => {
        const claimed = statements.free
          .all(now)
          .map(recordIn)
          .filter(({ agent }) => agents.includes(agent));
        for (const { principal, response } of claimed) {
          statements.lend.run(holder, until, principal, response.id);
        }
        return claimed;
      }),
    hold: ({ holder, until }, records) =>
      doing(() =>
        records.filter(({ principal, response: { id } }) => {
          statements.hold.run(until, principal, id, holder);
          return statements.isAnothers.get(principal, id, holder) !== undefined;
        }),
      ),
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
    find: prepare(
      'SELECT used, used_at, unfinished, record FROM response WHERE principal = ? AND id = ?',
    ),
    front: prepare('SELECT record FROM response ORDER BY used LIMIT 1'),
    frontOfEnded: prepare(
      'SELECT used_at, unfinished, record FROM response WHERE unfinished = 0 ORDER BY used LIMIT 1',
    ),
    newest: prepare('SELECT max(used) AS used FROM response'),
    total: prepare('SELECT entries, size FROM total'),
    insert: prepare(
      `INSERT INTO response
         (principal, id, used, used_at, unfinished, size, record, holder, held_until)
       VALUES (?, ?, ${NEXT_USE}, ?, ?, ?, ?, ?, ?)`,
    ),
    mark: prepare(
      `UPDATE response SET used = ${NEXT_USE}, used_at = ? WHERE principal = ? AND id = ?`,
    ),
    remove: prepare('DELETE FROM response WHERE principal = ? AND id = ?'),
    findItem: prepare('SELECT response_id FROM item WHERE principal = ? AND id = ?'),
    addItem: prepare('INSERT OR REPLACE INTO item (principal, id, response_id) VALUES (?, ?, ?)'),
    free: prepare(
      'SELECT record FROM response WHERE unfinished = 1 AND held_until <= ? ORDER BY used',
    ),
    lend: prepare('UPDATE response SET holder = ?, held_until = ? WHERE principal = ? AND id = ?'),
    hold: prepare(
      `UPDATE response SET held_until = ?
       WHERE principal = ? AND id = ? AND holder = ? AND unfinished = 1`,
    ),
    isAnothers: prepare(
      'SELECT 1 FROM response WHERE principal = ? AND id = ? AND holder <> ? AND unfinished = 1',
    ),
  };
}
