export { createMemoryResponseStore } from './store/memory-response-store.ts';
export type { MemoryResponseStoreOptions } from './store/response-bounds.ts';
export { ResponseStoreError, type ResponseStoreErrorCode } from './store/response-store-error.ts';
export type { ResponseLease, ResponseStore, StoredResponse } from './store/response-store.ts';
export {
  createSqliteResponseStore,
  type SqliteResponseStore,
  type SqliteResponseStoreOptions,
} from './store/sqlite-response-store.ts';
export type { ExecuteTools } from './serve/execute-calls.ts';
export type { ResponsesAgent, ResponsesOptions } from './serve/options.ts';
export { createResponsesHandler, type ResponsesHandler } from './serve/responses-handler.ts';
export type { Item, OutputItem } from './wire/item.ts';
export type { ResponseEvent } from './wire/response-event.ts';
export type { ResponseObject, ResponseStatus, ResponseUsage } from './wire/response-object.ts';
export { ResponsesError } from './wire/responses-error.ts';
