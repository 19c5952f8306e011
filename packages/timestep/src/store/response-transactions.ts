import type { ResponseKey, StoredResponse } from '../port/index.ts';
import { exceeds, tooMuchUnfinished, type Amount, type ResponseBounds } from './response-bounds.ts';
import { firstOf, rowsOf, type Row, type Transaction } from './statement.ts';

const NEXT_USE = '(SELECT coalesce(max(used), 0) + 1 FROM response)';
const COLUMNS = 'principal, id, agent, unfinished, record';

/**
 * Marking a response that was read a moment ago is not worth a write, so the time of its last use
 * may be too early by this part of `ttlMs`.
 */
const UNMARKED_PART_OF_TTL = 1 / 1000;

/** Keeps a response, and returns the responses that were dropped to make room. */
export function* putResponse(
  response: StoredResponse,
  itemIds: readonly string[],
  bounds: ResponseBounds,
  now: number,
): Transaction<readonly StoredResponse[]> {
  yield* locked();
  const expired = yield* dropExpired(bounds, now);
  const { principal, id, agent, body } = response;
  const unfinished = response.isUnfinished ? 1 : 0;
  yield* uncount(response);
  yield* rowsOf(
    `INSERT INTO response
       (principal, id, agent, used, used_at, unfinished, holder, held_until, size, record)
     VALUES (?, ?, ?, ${NEXT_USE}, ?, ?, '', 0, ?, ?)
     ON CONFLICT (principal, id) DO UPDATE
     SET used = excluded.used, used_at = excluded.used_at, unfinished = excluded.unfinished,
         size = excluded.size, record = excluded.record`,
    principal,
    id,
    agent,
    now,
    unfinished,
    body.length,
    body,
  );
  yield* count(principal, unfinished, 1, body.length);
  for (const itemId of itemIds) {
    yield* rowsOf(
      `INSERT INTO response_item (principal, id, response_id) VALUES (?, ?, ?)
       ON CONFLICT (principal, id) DO UPDATE SET response_id = excluded.response_id`,
      principal,
      itemId,
      id,
    );
  }
  return [...expired, ...(yield* dropExcess(response, bounds))];
}

/**
 * Keeps how a response ended. Returns the responses that were dropped, and the response itself
 * where it was dropped before.
 */
export function* endResponse(
  response: StoredResponse,
  itemIds: readonly string[],
  bounds: ResponseBounds,
  now: number,
): Transaction<readonly StoredResponse[]> {
  yield* locked();
  const before = yield* firstOf(
    'SELECT unfinished FROM response WHERE principal = ? AND id = ?',
    response.principal,
    response.id,
  );
  if (!before) return [response];
  return before['unfinished'] === 1 ? yield* putResponse(response, itemIds, bounds, now) : [];
}

/** Finds a response that has not expired; `isToBeMarked` where this use is to be written down. */
export function* findResponse(
  principal: string,
  id: string,
  { ttlMs }: ResponseBounds,
  now: number,
): Transaction<{ response: StoredResponse; isToBeMarked: boolean } | undefined> {
  const row = yield* firstOf(
    `SELECT ${COLUMNS}, used_at, used = (SELECT max(used) FROM response) AS newest
     FROM response WHERE principal = ? AND id = ?`,
    principal,
    id,
  );
  if (!row) return undefined;
  const age = now - Number(row['used_at']);
  if (age >= ttlMs && row['unfinished'] === 0) return undefined;
  const isToBeMarked = !row['newest'] || age >= ttlMs * UNMARKED_PART_OF_TTL;
  return { response: responseIn(row), isToBeMarked };
}

export function* markUsed(principal: string, id: string, now: number): Transaction<void> {
  yield* rowsOf(
    `UPDATE response SET used = ${NEXT_USE}, used_at = ? WHERE principal = ? AND id = ?`,
    now,
    principal,
    id,
  );
}

/** The id of the response that has the output item with the given id. */
export function* idByItem(principal: string, itemId: string): Transaction<string | undefined> {
  const row = yield* firstOf(
    'SELECT response_id FROM response_item WHERE principal = ? AND id = ?',
    principal,
    itemId,
  );
  return row && String(row['response_id']);
}

/** Deletes a response, and returns it. */
export function* deleteResponse(
  principal: string,
  id: string,
  bounds: ResponseBounds,
  now: number,
): Transaction<StoredResponse | undefined> {
  yield* locked();
  const found = yield* findResponse(principal, id, bounds, now);
  if (found) yield* remove(found.response);
  return found?.response;
}

export function* unfinishedResponses(
  agents: readonly string[],
  after: ResponseKey | undefined,
  most: number,
): Transaction<readonly StoredResponse[]> {
  if (agents.length === 0) return [];
  const rows = yield* rowsOf(
    `SELECT ${COLUMNS} FROM response
     WHERE unfinished = 1 AND agent IN (${agents.map(() => '?').join(', ')})
       ${after ? 'AND (principal, id) > (?, ?)' : ''}
     ORDER BY principal, id LIMIT ?`,
    ...agents,
    ...(after ? [after.principal, after.id] : []),
    most,
  );
  return rows.map(responseIn);
}

/**
 * Takes the lock of all changes: a transaction waits here for the others, and so sees what they
 * have counted.
 */
function* locked(): Transaction<void> {
  yield* rowsOf('UPDATE response_total SET entries = entries WHERE id = 1');
}

function* count(
  principal: string,
  unfinished: number,
  entries: number,
  size: number,
): Transaction<void> {
  yield* rowsOf(
    'UPDATE response_total SET entries = entries + ?, size = size + ? WHERE id = 1',
    entries,
    size,
  );
  yield* rowsOf(
    `INSERT INTO response_account (principal, unfinished, entries, size) VALUES (?, ?, ?, ?)
     ON CONFLICT (principal, unfinished) DO UPDATE
     SET entries = response_account.entries + excluded.entries,
         size = response_account.size + excluded.size`,
    principal,
    unfinished,
    entries,
    size,
  );
}

/** Subtracts a response from the accounts, and deletes its items. */
function* uncount({ principal, id }: ResponseKey): Transaction<void> {
  const row = yield* firstOf(
    'SELECT size, unfinished FROM response WHERE principal = ? AND id = ?',
    principal,
    id,
  );
  if (!row) return;
  yield* rowsOf('DELETE FROM response_item WHERE principal = ? AND response_id = ?', principal, id);
  const unfinished = Number(row['unfinished']);
  yield* count(principal, unfinished, -1, -Number(row['size']));
  yield* rowsOf(
    'DELETE FROM response_account WHERE principal = ? AND unfinished = ? AND entries <= 0',
    principal,
    unfinished,
  );
}

function* remove(key: ResponseKey): Transaction<void> {
  yield* uncount(key);
  yield* rowsOf('DELETE FROM response WHERE principal = ? AND id = ?', key.principal, key.id);
}

function* dropExpired({ ttlMs }: ResponseBounds, now: number): Transaction<StoredResponse[]> {
  const dropped: StoredResponse[] = [];
  for (;;) {
    const row = yield* firstOf(
      `SELECT ${COLUMNS}, used_at FROM response WHERE unfinished = 0 ORDER BY used LIMIT 1`,
    );
    if (!row || Number(row['used_at']) > now - ttlMs) return dropped;
    dropped.push(yield* drop(row));
  }
}

/** Drops ended responses until the bounds hold. Throws where only unfinished ones are left. */
function* dropExcess(
  { principal, isUnfinished }: StoredResponse,
  bounds: ResponseBounds,
): Transaction<StoredResponse[]> {
  const dropped: StoredResponse[] = [];
  while (exceeds(yield* amountOf(principal), bounds.perPrincipal)) {
    const row = yield* frontOf(principal);
    if (!row && isUnfinished) throw tooMuchUnfinished('principal');
    if (!row) break;
    dropped.push(yield* drop(row));
  }
  for (;;) {
    const all = yield* amountOfAll();
    if (!exceeds(all, bounds.total)) return dropped;
    const largest = yield* largestBy(all.entries > bounds.total.entries ? 'entries' : 'size');
    const row = largest === undefined ? undefined : yield* frontOf(largest);
    if (!row && isUnfinished) throw tooMuchUnfinished('all');
    if (!row) return dropped;
    dropped.push(yield* drop(row));
  }
}

function* amountOf(principal: string): Transaction<Amount> {
  const row = yield* firstOf(
    'SELECT sum(entries) AS entries, sum(size) AS size FROM response_account WHERE principal = ?',
    principal,
  );
  return amountIn(row);
}

function* amountOfAll(): Transaction<Amount> {
  return amountIn(yield* firstOf('SELECT entries, size FROM response_total WHERE id = 1'));
}

function amountIn(row: Row | undefined): Amount {
  return { entries: Number(row?.['entries'] ?? 0), size: Number(row?.['size'] ?? 0) };
}

/**
 * The principal that has most ended responses, so that a principal cannot push out the responses of
 * the others.
 */
function* largestBy(what: keyof Amount): Transaction<string | undefined> {
  const row = yield* firstOf(
    `SELECT principal FROM response_account WHERE unfinished = 0 ORDER BY ${what} DESC LIMIT 1`,
  );
  return row && String(row['principal']);
}

function* frontOf(principal: string): Transaction<Row | undefined> {
  return yield* firstOf(
    `SELECT ${COLUMNS} FROM response WHERE principal = ? AND unfinished = 0 ORDER BY used LIMIT 1`,
    principal,
  );
}

function* drop(row: Row): Transaction<StoredResponse> {
  const response = responseIn(row);
  yield* remove(response);
  return response;
}

function responseIn(row: Row): StoredResponse {
  return {
    principal: String(row['principal']),
    id: String(row['id']),
    agent: String(row['agent']),
    isUnfinished: row['unfinished'] === 1,
    body: String(row['record']),
  };
}
