/** A stored response: the fields that the store needs, and the response as text. */
export interface StoredResponse {
  readonly principal: string;
  /** Id of the response, unique per principal. */
  readonly id: string;
  readonly agent: string;
  /**
   * True until the response ends. An unfinished response does not expire and is not deleted to free
   * space.
   */
  readonly isUnfinished: boolean;
  /** Response and related data as JSON. */
  readonly body: string;
}

/** Key of a response. */
export type ResponseKey = Pick<StoredResponse, 'principal' | 'id'>;

/**
 * Stores responses for later requests, for one process or many. An id of another principal counts
 * as unknown. Rejects with `ResponseStoreError`.
 */
export interface ResponseStore {
  /**
   * Stores a response and the ids of its output items, replacing a response with the same id.
   * Returns the responses that were deleted to free space, least recently used first: of the same
   * principal if it has too many, otherwise of any principal. Rejects with `principal-full` or
   * `full` without changing anything if a new response does not fit.
   */
  put(response: StoredResponse, itemIds: readonly string[]): Promise<readonly StoredResponse[]>;
  /**
   * Stores the final state of a response. An earlier final state is kept. A response that was
   * deleted is not stored again; it is returned with the responses that were deleted to free space.
   */
  end(response: StoredResponse, itemIds: readonly string[]): Promise<readonly StoredResponse[]>;
  get(principal: string, id: string): Promise<StoredResponse | undefined>;
  /** Finds the response that has an output item with that id. */
  getByItem(principal: string, itemId: string): Promise<StoredResponse | undefined>;
  /** Deletes a response and returns it. */
  delete(principal: string, id: string): Promise<StoredResponse | undefined>;
  /**
   * Lists up to `most` unfinished responses of these agents, of all principals, in order of
   * principal and id, starting after `after`.
   */
  listUnfinished(
    agents: readonly string[],
    after: ResponseKey | undefined,
    most: number,
  ): Promise<readonly StoredResponse[]>;
}
