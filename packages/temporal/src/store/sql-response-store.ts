import { ResponseStoreError, type ResponseStore, type StoredResponse } from 'timestep/responses';
import {
  claimResponses,
  deleteResponse,
  endResponse,
  findResponse,
  holdResponses,
  isAnyFree,
  markUsed,
  NOBODYS,
  putResponse,
  responseOfItem,
  type ResponseBounds,
} from './responses.ts';
import type { SqlDatabase } from './statement.ts';

export interface SqlResponseStoreOptions {
  /** Default: the machine's own. */
  readonly clock?: { now(): number };
  /** Responses kept at most. Default 20 000. */
  readonly maxEntries?: number;
  /** Characters of JSON kept at most. Default 4 Gi. */
  readonly maxSize?: number;
  /** Responses kept of one principal at most. Default 10 000. */
  readonly maxEntriesPerPrincipal?: number;
  /** Characters of JSON kept of one principal at most. Default 2 Gi. */
  readonly maxSizePerPrincipal?: number;
  /** How long a response is kept after its last use, once it has ended. Default a day. */
  readonly ttlMs?: number;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const DEFAULT_ENTRIES = 20_000;
const DEFAULT_SIZE = 4 * 1024 * 1024 * 1024;

/**
 * Keeps responses beside the tasks, for all processes that have the database open. Throws
 * `ResponseStoreError`. The database is closed by who opened it.
 */
export function createSqlResponseStore(
  database: SqlDatabase,
  options: SqlResponseStoreOptions = {},
): ResponseStore {
  const { clock = { now: Date.now } } = options;
  const bounds = boundsOf(options);

  async function use(principal: string, id: string): Promise<StoredResponse | undefined> {
    const now = clock.now();
    const found = await database.read(() => findResponse(principal, id, bounds, now));
    if (found?.isToBeMarked) await database.write(() => markUsed(principal, id, now));
    return found?.record;
  }

  return {
    put: (record, lease = NOBODYS) =>
      doing(database.write(() => putResponse(record, lease, bounds, clock.now()))),
    end: (record) => doing(database.write(() => endResponse(record, bounds, clock.now()))),
    get: (principal, id) => doing(use(principal, id)),
    async item(principal, id) {
      const responseId = await doing(database.read(() => responseOfItem(principal, id)));
      if (responseId === undefined) return undefined;
      const record = await doing(use(principal, responseId));
      return record?.response.output.find((item) => item.id === id);
    },
    delete: (principal, id) =>
      doing(database.write(() => deleteResponse(principal, id, bounds, clock.now()))),
    async claim(lease, agents) {
      // Looking takes no lock that others have to wait for; there is seldom anything to be done.
      if (!(await doing(database.read(() => isAnyFree(lease))))) return [];
      return doing(database.write(() => claimResponses(lease, agents)));
    },
    hold: (lease, records) => doing(database.write(() => holdResponses(lease, records))),
  };
}

function boundsOf(options: SqlResponseStoreOptions): ResponseBounds {
  const { maxEntries = DEFAULT_ENTRIES, maxSize = DEFAULT_SIZE, ttlMs = DAY_MS } = options;
  const { maxEntriesPerPrincipal = DEFAULT_ENTRIES / 2 } = options;
  const { maxSizePerPrincipal = DEFAULT_SIZE / 2 } = options;
  return {
    total: { entries: maxEntries, size: maxSize },
    perPrincipal: { entries: maxEntriesPerPrincipal, size: maxSizePerPrincipal },
    ttlMs,
  };
}

/** What the database fails in is told as such, and nothing has changed. */
async function doing<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (thrown) {
    if (thrown instanceof ResponseStoreError) throw thrown;
    const detail = thrown instanceof Error ? thrown.message : String(thrown);
    const message = `responses cannot be read or kept in the database now (${detail})`;
    throw new ResponseStoreError('failed', message, { cause: thrown });
  }
}
