import { ResponseStoreError, type ResponseLease, type StoredResponse } from 'timestep/responses';
import { firstOf, rowsOf, type Row, type Transaction } from './statement.ts';

/** What may be kept, and for how long after its last use. */
export interface ResponseBounds {
  readonly total: Amount;
  readonly perPrincipal: Amount;
  readonly ttlMs: number;
}

/** A number of responses, and the characters of JSON that they take. */
interface Amount {
  readonly entries: number;
  readonly size: number;
}

/** Of a response that nobody sees through. */
export const NOBODYS: ResponseLease = { holder: '', now: 0, until: 0 };

const NEXT_USE = '(SELECT coalesce(max(used), 0) + 1 FROM response)';

/** Reading again what was just read is not worth a write; a use may count this much earlier. */
const UNMARKED_PART_OF_TTL = 1 / 1000;

/** Returns what had to go to make room. */
export function* putResponse(
  record: StoredResponse,
  { holder, until }: ResponseLease,
  bounds: ResponseBounds,
  now: number,
): Transaction<readonly StoredResponse[]> {
  const { principal, agent, response } = record;
  yield* locked();
  const expired = yield* dropExpired(bounds, now);
  yield* remove(principal, response.id);
  const text = JSON.stringify(record);
  const unfinished = response.status === 'in_progress' ? 1 : 0;
  yield* rowsOf(
    `INSERT INTO response
       (principal, id, agent, used, used_at, unfinished, holder, held_until, size, record)
     VALUES (?, ?, ?, ${NEXT_USE}, ?, ?, ?, ?, ?, ?)`,
    principal,
    response.id,
    agent,
    now,
    unfinished,
    holder,
    until,
    text.length,
    text,
  );
  yield* count(principal, unfinished, 1, text.length);
  for (const item of response.output) {
    yield* rowsOf(
      `INSERT INTO response_item (principal, id, response_id) VALUES (?, ?, ?)
       ON CONFLICT (principal, id) DO UPDATE SET response_id = excluded.response_id`,
      principal,
      item.id,
      response.id,
    );
  }
  return [...expired, ...(yield* dropExcess(record, bounds))];
}

/** Returns what had to go, and the response itself where it had gone before. */
export function* endResponse(
  record: StoredResponse,
  bounds: ResponseBounds,
  now: number,
): Transaction<readonly StoredResponse[]> {
  yield* locked();
  const before = yield* firstOf(
    'SELECT unfinished FROM response WHERE principal = ? AND id = ?',
    record.principal,
    record.response.id,
  );
  if (!before) return [record];
  return before['unfinished'] === 1 ? yield* putResponse(record, NOBODYS, bounds, now) : [];
}

/** A response that is there and has not expired; `isToBeMarked` where reading it is to be noted. */
export function* findResponse(
  principal: string,
  id: string,
  { ttlMs }: ResponseBounds,
  now: number,
): Transaction<{ record: StoredResponse; isToBeMarked: boolean } | undefined> {
  const row = yield* firstOf(
    `SELECT record, used_at, unfinished, used = (SELECT max(used) FROM response) AS newest
     FROM response WHERE principal = ? AND id = ?`,
    principal,
    id,
  );
  if (!row) return undefined;
  const age = now - Number(row['used_at']);
  if (age >= ttlMs && row['unfinished'] === 0) return undefined;
  const isToBeMarked = !row['newest'] || age >= ttlMs * UNMARKED_PART_OF_TTL;
  return { record: recordIn(row), isToBeMarked };
}

export function* markUsed(principal: string, id: string, now: number): Transaction<void> {
  yield* rowsOf(
    `UPDATE response SET used = ${NEXT_USE}, used_at = ? WHERE principal = ? AND id = ?`,
    now,
    principal,
    id,
  );
}

export function* responseOfItem(principal: string, id: string): Transaction<string | undefined> {
  const row = yield* firstOf(
    'SELECT response_id FROM response_item WHERE principal = ? AND id = ?',
    principal,
    id,
  );
  return row && String(row['response_id']);
}

/** Returns what was deleted. */
export function* deleteResponse(
  principal: string,
  id: string,
  bounds: ResponseBounds,
  now: number,
): Transaction<StoredResponse | undefined> {
  yield* locked();
  const found = yield* findResponse(principal, id, bounds, now);
  if (!found) return undefined;
  yield* remove(principal, id);
  return found.record;
}

export function* isAnyFree({ now }: ResponseLease): Transaction<boolean> {
  const row = yield* firstOf(
    'SELECT 1 AS found FROM response WHERE unfinished = 1 AND held_until <= ? LIMIT 1',
    now,
  );
  return row !== undefined;
}

/** Hands over what nobody holds, the least recently used first. */
export function* claimResponses(
  { holder, now, until }: ResponseLease,
  agents: readonly string[],
): Transaction<readonly StoredResponse[]> {
  if (agents.length === 0) return [];
  yield* locked();
  const rows = yield* rowsOf(
    `UPDATE response SET holder = ?, held_until = ?
     WHERE unfinished = 1 AND held_until <= ? AND agent IN (${agents.map(() => '?').join(', ')})
     RETURNING used, record`,
    holder,
    until,
    now,
    ...agents,
  );
  return rows.toSorted((a, b) => Number(a['used']) - Number(b['used'])).map(recordIn);
}

/** Returns what another holds meanwhile. */
export function* holdResponses(
  { holder, until }: ResponseLease,
  records: readonly StoredResponse[],
): Transaction<readonly StoredResponse[]> {
  yield* locked();
  const lost: StoredResponse[] = [];
  for (const record of records) {
    const { principal, response } = record;
    const [row] = yield* rowsOf(
      `UPDATE response SET held_until = CASE WHEN holder = ? THEN ? ELSE held_until END
       WHERE principal = ? AND id = ? AND unfinished = 1 RETURNING holder`,
      holder,
      until,
      principal,
      response.id,
    );
    if (row && row['holder'] !== holder) lost.push(record);
  }
  return lost;
}

/** Whoever changes what is kept waits here for others who do, and so sees what they have counted. */
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

function* remove(principal: string, id: string): Transaction<void> {
  const [row] = yield* rowsOf(
    'DELETE FROM response WHERE principal = ? AND id = ? RETURNING size, unfinished',
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

function* dropExpired({ ttlMs }: ResponseBounds, now: number): Transaction<StoredResponse[]> {
  const dropped: StoredResponse[] = [];
  for (;;) {
    const row = yield* firstOf(
      'SELECT used_at, record FROM response WHERE unfinished = 0 ORDER BY used LIMIT 1',
    );
    if (!row || Number(row['used_at']) > now - ttlMs) return dropped;
    dropped.push(yield* drop(row));
  }
}

/** Throws where nothing is left that might make room for what has not ended. */
function* dropExcess(
  { principal, response }: StoredResponse,
  bounds: ResponseBounds,
): Transaction<StoredResponse[]> {
  const isUnfinished = response.status === 'in_progress';
  const dropped: StoredResponse[] = [];
  while (exceeds(yield* amountOf(principal), bounds.perPrincipal)) {
    const row = yield* frontOf(principal);
    if (!row && isUnfinished) throw tooMuchOfPrincipal();
    if (!row) break;
    dropped.push(yield* drop(row));
  }
  for (;;) {
    const all = yield* amountOfAll();
    if (!exceeds(all, bounds.total)) return dropped;
    const largest = yield* largestBy(all.entries > bounds.total.entries ? 'entries' : 'size');
    const row = largest === undefined ? undefined : yield* frontOf(largest);
    if (!row && isUnfinished) throw tooMuchOfAll();
    if (!row) return dropped;
    dropped.push(yield* drop(row));
  }
}

function exceeds(amount: Amount, most: Amount): boolean {
  return amount.entries > most.entries || amount.size > most.size;
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

/** Whoever has most that has ended gives first, so that nobody can push out what others have. */
function* largestBy(what: keyof Amount): Transaction<string | undefined> {
  const row = yield* firstOf(
    `SELECT principal FROM response_account WHERE unfinished = 0 ORDER BY ${what} DESC LIMIT 1`,
  );
  return row && String(row['principal']);
}

function* frontOf(principal: string): Transaction<Row | undefined> {
  return yield* firstOf(
    'SELECT record FROM response WHERE principal = ? AND unfinished = 0 ORDER BY used LIMIT 1',
    principal,
  );
}

function tooMuchOfPrincipal(): ResponseStoreError {
  const message =
    'too many of your responses are unfinished: wait for some to end, or cancel or delete them';
  return new ResponseStoreError('principal-full', message);
}

function tooMuchOfAll(): ResponseStoreError {
  return new ResponseStoreError('full', 'too many responses are unfinished: try again later');
}

function* drop(row: Row): Transaction<StoredResponse> {
  const record = recordIn(row);
  yield* remove(record.principal, record.response.id);
  return record;
}

function recordIn(row: Row): StoredResponse {
  return JSON.parse(String(row['record'])) as StoredResponse;
}
