import type { ResponseKey, StoredResponse } from '#engine/port';
import {
  exceedsLimit,
  createTooManyUnfinishedError,
  type Amount,
  type ResponseBounds,
} from './response-bounds.ts';
import {
  bindListValues,
  execute,
  queryFirst,
  queryRows,
  type Row,
  type Transaction,
} from '../statement.ts';

const NEXT_USE = '(SELECT coalesce(max(used), 0) + 1 FROM response)';
const OF_KEY = 'principal = :principal AND id = :id';
const COLUMNS = 'principal, id, agent, unfinished, record';

/** Fraction of `ttlMs` within which a repeated use is not recorded, to save writes. */
const UNRECORDED_PART_OF_TTL = 1 / 1000;

/** Stores a response. Returns the responses that were deleted to make room. */
export function* putResponseReturningDropped(
  response: StoredResponse,
  itemIds: readonly string[],
  bounds: ResponseBounds,
  now: number,
): Transaction<readonly StoredResponse[]> {
  yield* lockResponseCounts();
  const expired = yield* dropExpiredResponses(bounds, now);
  const { principal, id, agent, body } = response;
  const size = body.length;
  const unfinished = response.isUnfinished ? 1 : 0;
  yield* deleteItemsAndSubtractResponse(response);
  yield* execute(
    `INSERT INTO response
       (principal, id, agent, used, used_at, unfinished, holder, held_until, size, record)
     VALUES (:principal, :id, :agent, ${NEXT_USE}, :now, :unfinished, '', 0, :size, :body)
     ON CONFLICT (principal, id) DO UPDATE
     SET used = excluded.used, used_at = excluded.used_at, unfinished = excluded.unfinished,
         size = excluded.size, record = excluded.record`,
    { principal, id, agent, now, unfinished, size, body },
  );
  yield* changeResponseCounts(principal, unfinished, 1, size);
  for (const itemId of itemIds) {
    yield* execute(
      `INSERT INTO response_item (principal, id, response_id) VALUES (:principal, :itemId, :id)
       ON CONFLICT (principal, id) DO UPDATE SET response_id = excluded.response_id`,
      { principal, itemId, id },
    );
  }
  return [...expired, ...(yield* makeRoomForResponse(response, bounds))];
}

/**
 * Stores the final state of a response. Returns the dropped responses, which may include this one.
 */
export function* endResponseReturningDropped(
  response: StoredResponse,
  itemIds: readonly string[],
  bounds: ResponseBounds,
  now: number,
): Transaction<readonly StoredResponse[]> {
  yield* lockResponseCounts();
  const { principal, id } = response;
  const before = yield* queryFirst(`SELECT unfinished FROM response WHERE ${OF_KEY}`, {
    principal,
    id,
  });
  if (!before) return [response];
  return before['unfinished'] === 1
    ? yield* putResponseReturningDropped(response, itemIds, bounds, now)
    : [];
}

/** Finds a response that has not expired. `needsMark` is true if this use must be recorded. */
export function* findResponse(
  principal: string,
  id: string,
  { ttlMs }: ResponseBounds,
  now: number,
): Transaction<{ response: StoredResponse; needsMark: boolean } | undefined> {
  const row = yield* queryFirst(
    `SELECT ${COLUMNS}, used_at, used = (SELECT max(used) FROM response) AS newest
     FROM response WHERE ${OF_KEY}`,
    { principal, id },
  );
  if (!row) return undefined;
  const age = now - Number(row['used_at']);
  if (age >= ttlMs && row['unfinished'] === 0) return undefined;
  const needsMark = !row['newest'] || age >= ttlMs * UNRECORDED_PART_OF_TTL;
  return { response: parseResponseRow(row), needsMark };
}

export function* markResponseUsed(principal: string, id: string, now: number): Transaction<void> {
  const sql = `UPDATE response SET used = ${NEXT_USE}, used_at = :now WHERE ${OF_KEY}`;
  yield* execute(sql, { now, principal, id });
}

export function* findResponseIdByItem(
  principal: string,
  itemId: string,
): Transaction<string | undefined> {
  const sql = `SELECT response_id FROM response_item WHERE ${OF_KEY}`;
  const row = yield* queryFirst(sql, { principal, id: itemId });
  return row && String(row['response_id']);
}

export function* deleteResponse(
  principal: string,
  id: string,
  bounds: ResponseBounds,
  now: number,
): Transaction<StoredResponse | undefined> {
  yield* lockResponseCounts();
  const found = yield* findResponse(principal, id, bounds, now);
  if (found) yield* deleteResponseAndItems(found.response);
  return found?.response;
}

export function* listUnfinishedResponses(
  agents: readonly string[],
  after: ResponseKey | undefined,
  limit: number,
): Transaction<readonly StoredResponse[]> {
  if (agents.length === 0) return [];
  const { placeholders, values } = bindListValues('agent', agents);
  const rows = yield* queryRows(
    `SELECT ${COLUMNS} FROM response WHERE unfinished = 1 AND agent IN (${placeholders})
       ${after ? 'AND (principal, id) > (:principal, :id)' : ''}
     ORDER BY principal, id LIMIT :limit`,
    { ...values, ...(after && { principal: after.principal, id: after.id }), limit },
  );
  return rows.map(parseResponseRow);
}

/**
 * Locks the row that every change updates, so that concurrent transactions see each other's counts.
 */
function* lockResponseCounts(): Transaction<void> {
  yield* execute('UPDATE response_total SET entries = entries WHERE id = 1');
}

function* changeResponseCounts(
  principal: string,
  unfinished: number,
  entries: number,
  size: number,
): Transaction<void> {
  yield* execute(
    'UPDATE response_total SET entries = entries + :entries, size = size + :size WHERE id = 1',
    { entries, size },
  );
  yield* execute(
    `INSERT INTO response_account (principal, unfinished, entries, size)
     VALUES (:principal, :unfinished, :entries, :size)
     ON CONFLICT (principal, unfinished) DO UPDATE
     SET entries = response_account.entries + excluded.entries,
         size = response_account.size + excluded.size`,
    { principal, unfinished, entries, size },
  );
}

function* deleteItemsAndSubtractResponse({ principal, id }: ResponseKey): Transaction<void> {
  const sql = `SELECT size, unfinished FROM response WHERE ${OF_KEY}`;
  const row = yield* queryFirst(sql, { principal, id });
  if (!row) return;
  yield* execute('DELETE FROM response_item WHERE principal = :principal AND response_id = :id', {
    principal,
    id,
  });
  const unfinished = Number(row['unfinished']);
  yield* changeResponseCounts(principal, unfinished, -1, -Number(row['size']));
  yield* execute(
    `DELETE FROM response_account
     WHERE principal = :principal AND unfinished = :unfinished AND entries <= 0`,
    { principal, unfinished },
  );
}

function* deleteResponseAndItems({ principal, id }: ResponseKey): Transaction<void> {
  yield* deleteItemsAndSubtractResponse({ principal, id });
  yield* execute(`DELETE FROM response WHERE ${OF_KEY}`, { principal, id });
}

function* dropExpiredResponses(
  { ttlMs }: ResponseBounds,
  now: number,
): Transaction<StoredResponse[]> {
  const dropped: StoredResponse[] = [];
  for (;;) {
    const row = yield* queryFirst(
      `SELECT ${COLUMNS}, used_at FROM response WHERE unfinished = 0 ORDER BY used LIMIT 1`,
    );
    if (!row || Number(row['used_at']) > now - ttlMs) return dropped;
    dropped.push(yield* deleteAndReturnResponse(row));
  }
}

/**
 * Drops stored responses until the store is within its limits. Throws `ResponseStoreError` if only unfinished
 * responses are left.
 */
function* makeRoomForResponse(
  { principal, isUnfinished }: StoredResponse,
  bounds: ResponseBounds,
): Transaction<StoredResponse[]> {
  const dropped: StoredResponse[] = [];
  while (exceedsLimit(yield* readAmountOfPrincipal(principal), bounds.perPrincipal)) {
    const row = yield* findLeastRecentlyUsed(principal);
    if (!row && isUnfinished) throw createTooManyUnfinishedError('principal');
    if (!row) break;
    dropped.push(yield* deleteAndReturnResponse(row));
  }
  for (;;) {
    const all = yield* readTotalAmount();
    if (!exceedsLimit(all, bounds.total)) return dropped;
    const largest = yield* findLargestPrincipal(
      all.entries > bounds.total.entries ? 'entries' : 'size',
    );
    const row = largest === undefined ? undefined : yield* findLeastRecentlyUsed(largest);
    if (!row && isUnfinished) throw createTooManyUnfinishedError('all');
    if (!row) return dropped;
    dropped.push(yield* deleteAndReturnResponse(row));
  }
}

function* readAmountOfPrincipal(principal: string): Transaction<Amount> {
  const row = yield* queryFirst(
    `SELECT sum(entries) AS entries, sum(size) AS size FROM response_account
     WHERE principal = :principal`,
    { principal },
  );
  return parseAmount(row);
}

function* readTotalAmount(): Transaction<Amount> {
  return parseAmount(yield* queryFirst('SELECT entries, size FROM response_total WHERE id = 1'));
}

function parseAmount(row: Row | undefined): Amount {
  return { entries: Number(row?.['entries'] ?? 0), size: Number(row?.['size'] ?? 0) };
}

/**
 * Finds the principal with the most stored responses, whose responses are dropped first, so that they do not
 * displace those of others.
 */
function* findLargestPrincipal(column: keyof Amount): Transaction<string | undefined> {
  const row = yield* queryFirst(
    `SELECT principal FROM response_account WHERE unfinished = 0 ORDER BY ${column} DESC LIMIT 1`,
  );
  return row && String(row['principal']);
}

function* findLeastRecentlyUsed(principal: string): Transaction<Row | undefined> {
  return yield* queryFirst(
    `SELECT ${COLUMNS} FROM response WHERE principal = :principal AND unfinished = 0
     ORDER BY used LIMIT 1`,
    { principal },
  );
}

function* deleteAndReturnResponse(row: Row): Transaction<StoredResponse> {
  const response = parseResponseRow(row);
  yield* deleteResponseAndItems(response);
  return response;
}

function parseResponseRow(row: Row): StoredResponse {
  return {
    principal: String(row['principal']),
    id: String(row['id']),
    agent: String(row['agent']),
    isUnfinished: row['unfinished'] === 1,
    body: String(row['record']),
  };
}
