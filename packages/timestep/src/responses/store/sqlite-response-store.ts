import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { databaseFiles, keptFiles } from '../../port/index.ts';
import {
  boundsOf,
  exceeds,
  type Amount,
  type MemoryResponseStoreOptions,
} from './response-bounds.ts';
import { eraseTraces, inTransaction, openResponseDatabase } from './response-database.ts';
import type { ResponseLease, ResponseStore, StoredResponse } from './response-store.ts';
import { ResponseStoreError, tooMuchUnfinished } from './response-store-error.ts';

/** As in memory, but for the size: default 4 Gi characters. */
export interface SqliteResponseStoreOptions extends MemoryResponseStoreOptions {
  /** The database file; made where there is none. Not that of the tasks. */
  readonly path: string;
}

export interface SqliteResponseStore extends ResponseStore {
  close(): void;
}

type Row = Record<string, SQLOutputValue>;

const DEFAULT_SIZE = 4 * 1024 * 1024 * 1024;

/** Of a response that nobody sees through. */
const NOBODYS: ResponseLease = { holder: '', now: 0, until: 0 };

/** Reading again what was just read is not worth a write; a use may count this much earlier. */
const UNMARKED_PART_OF_TTL = 1 / 1000;

/** Keeps responses in an SQLite file, where they outlive the process. Throws `ResponseStoreError`. */
export function createSqliteResponseStore(
  options: SqliteResponseStoreOptions,
): SqliteResponseStore {
  const { path, clock } = options;
  const { total, perPrincipal, ttlMs } = boundsOf(options, DEFAULT_SIZE);
  const database = openResponseDatabase(path);
  const statements = statementsOf(database);
  let hasTraces = false;
  const files = keptFiles(databaseFiles(database.location()));

  function isExpired(row: Row): boolean {
    return row['unfinished'] === 0 && Number(row['used_at']) <= clock.now() - ttlMs;
  }

  /** Drops what is at the front, in order of use, while it has to go. */
  function dropWhile(
    front: () => Row | undefined,
    isToGo: (front: Row) => boolean,
  ): StoredResponse[] {
    const dropped: StoredResponse[] = [];
    for (;;) {
      const row = front();
      if (!row || !isToGo(row)) return dropped;
      const record = recordIn(row);
      statements.remove.run(record.principal, record.response.id);
      dropped.push(record);
    }
  }

  /** What has ended of whoever has most, so that nobody can push out what others have. */
  function frontOfLargest(): Row | undefined {
    const { entries } = amountIn(statements.total.get());
    const { mostEntries, mostSize } = statements;
    const largest = (entries > total.entries ? mostEntries : mostSize).get();
    return largest && statements.frontOfPrincipal.get(largest['principal'] ?? '');
  }

  function dropExcess({ principal, response }: StoredResponse): StoredResponse[] {
    const isOwnTooMuch = (): boolean =>
      exceeds(amountIn(statements.account.get(principal)), perPrincipal);
    const isTooMuch = (): boolean => exceeds(amountIn(statements.total.get()), total);
    const dropped = [
      ...dropWhile(() => statements.frontOfPrincipal.get(principal), isOwnTooMuch),
      ...dropWhile(frontOfLargest, isTooMuch),
    ];
    const isUnfinished = response.status === 'in_progress';
    if (isUnfinished && isOwnTooMuch()) throw tooMuchUnfinished('principal');
    if (isUnfinished && isTooMuch()) throw tooMuchUnfinished('all');
    return dropped;
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
    const expired = dropWhile(() => statements.front.get(), isExpired);
    statements.remove.run(principal, response.id);
    const text = JSON.stringify(record);
    const unfinished = response.status === 'in_progress' ? 1 : 0;
    const kept = [principal, response.id, clock.now(), unfinished, text.length, text];
    statements.insert.run(...kept, holder, until);
    for (const item of response.output) statements.addItem.run(principal, item.id, response.id);
    return [...expired, ...dropExcess(record)];
  }

  function requireFiles(): void {
    const problem = files.problem();
    if (problem !== undefined) throw new Error(`${problem} while in use: put it back, or restart`);
  }

  /** What the database fails in is told as such, and nothing has changed. */
  async function doing<T>(work: () => T): Promise<T> {
    try {
      requireFiles();
      const done = inTransaction(database, work);
      requireFiles();
      return done;
    } catch (thrown) {
      if (thrown instanceof ResponseStoreError) throw thrown;
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
    async delete(principal, id) {
      const deleted = await doing(() => {
        const record = use(principal, id);
        if (record) statements.remove.run(principal, id);
        return record;
      });
      if (deleted || hasTraces) hasTraces = !eraseTraces(database);
      return deleted;
    },
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

function amountIn(row: Row | undefined): Amount {
  return { entries: Number(row?.['entries'] ?? 0), size: Number(row?.['size'] ?? 0) };
}

const NEXT_USE = '(SELECT coalesce(max(used), 0) + 1 FROM response)';

function statementsOf(database: DatabaseSync) {
  const prepare = (statement: string) => database.prepare(statement);
  return {
    find: prepare(
      'SELECT used, used_at, unfinished, record FROM response WHERE principal = ? AND id = ?',
    ),
    front: prepare(
      'SELECT used_at, unfinished, record FROM response WHERE unfinished = 0 ORDER BY used LIMIT 1',
    ),
    frontOfPrincipal: prepare(
      'SELECT record FROM response WHERE principal = ? AND unfinished = 0 ORDER BY used LIMIT 1',
    ),
    newest: prepare('SELECT max(used) AS used FROM response'),
    total: prepare('SELECT entries, size FROM total'),
    account: prepare(
      'SELECT sum(entries) AS entries, sum(size) AS size FROM account WHERE principal = ?',
    ),
    mostEntries: prepare(
      'SELECT principal FROM account WHERE unfinished = 0 ORDER BY entries DESC LIMIT 1',
    ),
    mostSize: prepare(
      'SELECT principal FROM account WHERE unfinished = 0 ORDER BY size DESC LIMIT 1',
    ),
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
