import { ResponseStoreError, type ResponseStore, type StoredResponse } from '../port/index.ts';
import { boundsOf, type ResponseStoreOptions } from './response-bounds.ts';
import {
  deleteResponse,
  endResponse,
  findResponse,
  idByItem,
  markUsed,
  putResponse,
  unfinishedResponses,
} from './response-transactions.ts';
import type { SqlDatabase, Transaction } from './statement.ts';

/** How many responses are kept, for how long, and what is deleted with one. */
export interface SqlResponseStoreOptions extends ResponseStoreOptions {
  /** Statements that belong to the transaction that deletes a response. */
  readonly onDelete?: () => Transaction<void>;
}

const DEFAULT_SIZE = 4 * 1024 * 1024 * 1024;

/**
 * Keeps responses beside the tasks, for all processes that have the database open; by default at
 * most 4 Gi characters. The caller that opened the database closes it.
 */
export function createSqlResponseStore(
  database: SqlDatabase,
  options: SqlResponseStoreOptions,
): ResponseStore {
  const { clock, onDelete } = options;
  const bounds = boundsOf(options, DEFAULT_SIZE);

  async function use(principal: string, id: string): Promise<StoredResponse | undefined> {
    const now = clock.now();
    const found = await database.read(() => findResponse(principal, id, bounds, now));
    if (found?.isToBeMarked) await database.write(() => markUsed(principal, id, now));
    return found?.response;
  }

  function* erase(principal: string, id: string): Transaction<StoredResponse | undefined> {
    const deleted = yield* deleteResponse(principal, id, bounds, clock.now());
    if (deleted && onDelete) yield* onDelete();
    return deleted;
  }

  return {
    put: (response, itemIds) =>
      doing(database.write(() => putResponse(response, itemIds, bounds, clock.now()))),
    end: (response, itemIds) =>
      doing(database.write(() => endResponse(response, itemIds, bounds, clock.now()))),
    get: (principal, id) => doing(use(principal, id)),
    async getByItem(principal, itemId) {
      const id = await doing(database.read(() => idByItem(principal, itemId)));
      return id === undefined ? undefined : doing(use(principal, id));
    },
    delete: (principal, id) => doing(database.write(() => erase(principal, id))),
    unfinished: (agents, after, most) =>
      doing(database.read(() => unfinishedResponses(agents, after, most))),
  };
}

/** Turns a failure of the database into a `ResponseStoreError`; nothing has changed then. */
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
