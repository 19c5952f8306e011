import { TimestepError } from '#core';

/** A stored response: fields by which the store finds it, and its content as text. */
export interface StoredResponse {
  readonly principal: string;
  /** Id of the response, unique per principal. */
  readonly id: string;
  readonly agent: string;
  /** Whether the response is unfinished. Until it ends, it does not expire and is not deleted. */
  readonly isUnfinished: boolean;
  /** The stored response and related data as JSON. */
  readonly body: string;
}

/** Key of a response: its principal and its id. */
export type ResponseKey = Pick<StoredResponse, 'principal' | 'id'>;

/**
 * Stores responses of the Responses API. Ids of other principals are unknown. Rejects with
 * `ResponseStoreError`.
 */
export interface ResponseStore {
  /**
   * Stores or replaces a response with the ids of its output items. Returns the responses that were
   * deleted for space, least recently used first, of the same principal if it has too many. Rejects
   * with `principal-full` or `full` without changes.
   */
  put(response: StoredResponse, itemIds: readonly string[]): Promise<readonly StoredResponse[]>;
  /** Stores the final state of a response once. Returns the deleted responses, possibly including this one. */
  end(response: StoredResponse, itemIds: readonly string[]): Promise<readonly StoredResponse[]>;
  get(principal: string, id: string): Promise<StoredResponse | undefined>;
  getByItem(principal: string, itemId: string): Promise<StoredResponse | undefined>;
  delete(principal: string, id: string): Promise<StoredResponse | undefined>;
  /**
   * Lists unfinished responses of all principals, ordered by principal and id, that follow `after`.
   */
  listUnfinished(
    agents: readonly string[],
    after: ResponseKey | undefined,
    most: number,
  ): Promise<readonly StoredResponse[]>;
}

/** Why a response cannot be stored. `full`: the store is full for all principals. */
export type ResponseStoreErrorCode = 'failed' | 'principal-full' | 'full';

/** Thrown when a response cannot be stored or read. `message` says what to do. */
export class ResponseStoreError extends TimestepError {
  declare readonly code: ResponseStoreErrorCode;
}
