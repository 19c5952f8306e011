import type { Item } from '../wire/item.ts';
import type { ResponseObject } from '../wire/response-object.ts';

/** One response as it is kept: what was asked, what came of it, and where it stands in its task. */
export interface StoredResponse {
  readonly principal: string;
  readonly agent: string;
  readonly contextId: string;
  readonly taskId: string;
  /** That of the task when the response began: its log from there on is the response. */
  readonly generation: number;
  /** Messages of the task's transcript at the end of this response: where continuing begins. */
  readonly transcriptLength: number;
  /** Whether that transcript begins with instructions, which are not carried over. */
  readonly instructed: boolean;
  readonly input: readonly Item[];
  readonly response: ResponseObject;
}

/** On what terms responses are seen through; times are milliseconds since the epoch. */
export interface ResponseLease {
  /** Names one process that sees responses through; no other may have it. */
  readonly holder: string;
  readonly now: number;
  /** When others may take them up, unless they are held for longer. */
  readonly until: number;
}

/**
 * Where responses are kept for later requests, by one process or by many. An id of another principal
 * is an unknown one. A response that has not ended is held by one holder at a time, and does not
 * expire.
 */
export interface ResponseStore {
  /**
   * Keeps a response; one that has begun is held by whoever the lease names, or by nobody. Returns
   * those that had to go to make room: of the same principal where that has too much, else of all,
   * the least recently used first, and never one that has not ended. Rejects with `principal-full`
   * or `full`, having changed nothing, what begins where there is no room left to make.
   */
  put(record: StoredResponse, lease?: ResponseLease): Promise<readonly StoredResponse[]>;
  /**
   * Keeps how a response has ended, whoever holds it. Where it was ended before, that stays; where it
   * is gone, it stays gone and is returned with those that had to go.
   */
  end(record: StoredResponse): Promise<readonly StoredResponse[]>;
  get(principal: string, id: string): Promise<StoredResponse | undefined>;
  /** The output item of that id, of whichever response. */
  item(principal: string, id: string): Promise<Item | undefined>;
  /** Returns what was deleted. */
  delete(principal: string, id: string): Promise<StoredResponse | undefined>;
  /**
   * Hands over the responses of these agents that have not ended and that nobody holds, of all
   * principals, the least recently used first.
   */
  claim(lease: ResponseLease, agents: readonly string[]): Promise<readonly StoredResponse[]>;
  /**
   * Holds on to responses until then, for longer or shorter than before. Returns those that another
   * has taken over; what has ended or is gone is nobody's.
   */
  hold(
    lease: ResponseLease,
    records: readonly StoredResponse[],
  ): Promise<readonly StoredResponse[]>;
}
