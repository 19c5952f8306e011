/** One response as stores keep it: what they look at, and the whole of it as text. */
export interface StoredResponse {
  readonly principal: string;
  /** Unique among the responses of its principal. */
  readonly id: string;
  readonly agent: string;
  /** A response that has not ended does not expire, and does not go to make room. */
  readonly isUnfinished: boolean;
  /** The response and what belongs to it, as JSON. */
  readonly body: string;
}

/** Names one response. */
export type ResponseKey = Pick<StoredResponse, 'principal' | 'id'>;

/**
 * Where responses are kept for later requests, by one process or by many. An id of another principal
 * is an unknown one. Rejects with `ResponseStoreError`.
 */
export interface ResponseStore {
  /**
   * Keeps a response, in place of one with the same id, and the ids of its output items. Returns the
   * responses that had to go to make room: of the same principal where that has too much, else of
   * all, the least recently used first. Rejects with `principal-full` or `full` where a response
   * begins and there is no room left to make; nothing has changed then.
   */
  put(response: StoredResponse, itemIds: readonly string[]): Promise<readonly StoredResponse[]>;
  /**
   * Keeps how a response has ended. Where it was ended before, that stays; where it is gone, it stays
   * gone and is returned with those that had to go.
   */
  end(response: StoredResponse, itemIds: readonly string[]): Promise<readonly StoredResponse[]>;
  get(principal: string, id: string): Promise<StoredResponse | undefined>;
  /** The response that has an output item of that id. */
  getByItem(principal: string, itemId: string): Promise<StoredResponse | undefined>;
  /** Returns what was deleted. */
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
