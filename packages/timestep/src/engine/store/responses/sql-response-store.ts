import { ResponseStoreError, type ResponseStore, type StoredResponse } from '#engine/port';
import type { SqlDatabase } from '../statement.ts';
import { withStoreErrors, type DeletionHook } from '../store-database.ts';
import { toResponseBoundsWithDefaults, type ResponseStoreOptions } from './response-bounds.ts';
import {
  deleteResponse,
  endResponseReturningDropped,
  findResponse,
  findResponseIdByItem,
  markResponseUsed,
  putResponseReturningDropped,
  listUnfinishedResponses,
} from './response-transactions.ts';

const DEFAULT_SIZE = 4 * 1024 * 1024 * 1024;

/** Creates a response store in the database of the tasks. Default limit: 4 Gi characters. */
export function createSqlResponseStore(
  database: SqlDatabase,
  options: ResponseStoreOptions & DeletionHook,
): ResponseStore {
  const { clock, onDelete } = options;
  const bounds = toResponseBoundsWithDefaults(options, DEFAULT_SIZE);
  const { read, write } = withStoreErrors(database, ResponseStoreError, 'responses');

  async function loadAndMarkUsed(
    principal: string,
    id: string,
  ): Promise<StoredResponse | undefined> {
    const now = clock.now();
    const found = await read(() => findResponse(principal, id, bounds, now));
    if (found?.needsMark) await write(() => markResponseUsed(principal, id, now));
    return found?.response;
  }

  return {
    put: (response, itemIds) =>
      write(() => putResponseReturningDropped(response, itemIds, bounds, clock.now())),
    end: (response, itemIds) =>
      write(() => endResponseReturningDropped(response, itemIds, bounds, clock.now())),
    get: loadAndMarkUsed,
    async getByItem(principal, itemId) {
      const id = await read(() => findResponseIdByItem(principal, itemId));
      return id === undefined ? undefined : loadAndMarkUsed(principal, id);
    },
    delete: (principal, id) =>
      write(function* eraseResponse() {
        const deleted = yield* deleteResponse(principal, id, bounds, clock.now());
        if (deleted && onDelete) yield* onDelete();
        return deleted;
      }),
    listUnfinished: (agents, after, most) =>
      read(() => listUnfinishedResponses(agents, after, most)),
  };
}
