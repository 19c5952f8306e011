import { ResponseStoreError, type ResponseStore, type StoredResponse } from '../../port/index.ts';
import { resolveResponseBounds, type ResponseStoreOptions } from './response-bounds.ts';
import {
  deleteResponse,
  endResponse,
  findResponse,
  findResponseIdByItem,
  markUsed,
  putResponse,
  listUnfinishedResponses,
} from './response-transactions.ts';
import type { SqlDatabase, Transaction } from '../statement.ts';

/** Limits of a response store in a database, and extra statements to run on deletion. */
export interface SqlResponseStoreOptions extends ResponseStoreOptions {
  /** Extra statements, run in the same transaction that deletes a response. */
  readonly onDelete?: () => Transaction<void>;
}

const DEFAULT_SIZE = 4 * 1024 * 1024 * 1024;

/**
 * Creates a response store in the database of the tasks, shared by all processes that have it open.
 * Default limit 4 Gi characters. Does not close the database.
 */
export function createSqlResponseStore(
  database: SqlDatabase,
  options: SqlResponseStoreOptions,
): ResponseStore {
  const { clock, onDelete } = options;
  const bounds = resolveResponseBounds(options, DEFAULT_SIZE);

  async function loadAndMarkUsed(
    principal: string,
    id: string,
  ): Promise<StoredResponse | undefined> {
    const now = clock.now();
    const found = await database.read(() => findResponse(principal, id, bounds, now));
    if (found?.needsMark) await database.write(() => markUsed(principal, id, now));
    return found?.response;
  }

  function* erase(principal: string, id: string): Transaction<StoredResponse | undefined> {
    const deleted = yield* deleteResponse(principal, id, bounds, clock.now());
    if (deleted && onDelete) yield* onDelete();
    return deleted;
  }

  return {
    put: (response, itemIds) =>
      convertDatabaseErrors(
        database.write(() => putResponse(response, itemIds, bounds, clock.now())),
      ),
    end: (response, itemIds) =>
      convertDatabaseErrors(
        database.write(() => endResponse(response, itemIds, bounds, clock.now())),
      ),
    get: (principal, id) => convertDatabaseErrors(loadAndMarkUsed(principal, id)),
    async getByItem(principal, itemId) {
      const id = await convertDatabaseErrors(
        database.read(() => findResponseIdByItem(principal, itemId)),
      );
      return id === undefined ? undefined : convertDatabaseErrors(loadAndMarkUsed(principal, id));
    },
    delete: (principal, id) => convertDatabaseErrors(database.write(() => erase(principal, id))),
    listUnfinished: (agents, after, most) =>
      convertDatabaseErrors(database.read(() => listUnfinishedResponses(agents, after, most))),
  };
}

/**
 * Converts a database failure to a `ResponseStoreError`. A failed operation has changed nothing.
 */
async function convertDatabaseErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (thrown) {
    if (thrown instanceof ResponseStoreError) throw thrown;
    const detail = thrown instanceof Error ? thrown.message : String(thrown);
    const message = `cannot read or write responses in the database (${detail})`;
    throw new ResponseStoreError('failed', message, { cause: thrown });
  }
}
