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

/** Where responses are kept for later requests. An id of another principal is an unknown one. */
export interface ResponseStore {
  /** Keeps a response, or its newer form. Returns those that had to go to make room. */
  put(record: StoredResponse): Promise<readonly StoredResponse[]>;
  get(principal: string, id: string): Promise<StoredResponse | undefined>;
  /** The output item of that id, of whichever response. */
  item(principal: string, id: string): Promise<Item | undefined>;
  /** Returns what was deleted. */
  delete(principal: string, id: string): Promise<StoredResponse | undefined>;
  /** Responses of all principals that have not ended, which whoever serves them goes on with. */
  unfinished(): Promise<readonly StoredResponse[]>;
}
