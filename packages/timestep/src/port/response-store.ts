/** One response as stores keep it: the fields that stores look at, and the response as text. */
export interface StoredResponse {
  readonly principal: string;
  /** Unique among the responses of its principal. */
  readonly id: string;
  readonly agent: string;
  /** A response that has not ended does not expire, and is not deleted to make room. */
  readonly isUnfinished: boolean;
  /** The response and what belongs to it, as JSON. */
  readonly body: string;
}

/** Names one response. */
export type ResponseKey = Pick<StoredResponse, 'principal' | 'id'>;

/**
 * Where responses are kept for later requests, by one process or by many. An id of another
 * principal counts as unknown. Rejects with `ResponseStoreError`.
 */
export interface ResponseStore {
  /**
   * Keeps a response, in place of one with the same id, and the ids of its output items. Returns
   * the responses that were deleted to make room, the least recently used first: of the same
   * principal where it has too many, else of all principals. Rejects with `principal-full` or
   * `full` where a response begins and no room can be made; nothing has changed then.
   */
  put(response: StoredResponse, itemIds: readonly string[]): Promise<readonly StoredResponse[]>;
  /**
   * Keeps how a response has ended. An earlier end stays; a response that was deleted is not kept,
   * and is returned with those that were deleted to make room.
   */
  end(response: StoredResponse, itemIds: readonly string[]): Promise<readonly StoredResponse[]>;
  get(principal: string, id: string): Promise<StoredResponse | undefined>;
  /** The response that has an output item with that id. */
  getByItem(principal: string, itemId: string): Promise<StoredResponse | undefined>;
  /** Deletes a response, and returns it. */
  delete(principal: string, id: string): Promise<StoredResponse | undefined>;
  /**
   * Up to `most` responses of these agents that have not ended, of all principals, in order of
   * principal and id, from the one that follows `after` on.
   */
  unfinished(
    agents: readonly string[],
    after: ResponseKey | undefined,
    most: number,
  ): Promise<readonly StoredResponse[]>;
}
