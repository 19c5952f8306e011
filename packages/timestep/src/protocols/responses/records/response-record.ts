import type { TaskState } from '#core';
import type { StoredResponse, ResponseStore } from '#engine/port';
import type { Item } from '../wire/response-item.ts';
import type { ResponseObject } from '../wire/response-object.ts';

/** A response, with its position in the log of its task. */
export interface ResponseRecord {
  readonly principal: string;
  readonly agent: string;
  readonly contextId: string;
  readonly taskId: string;
  /** Number of events of the task when the response started. The response consists of the later events. */
  readonly generation: number;
  /** State of the task when the response started. Undefined in records of earlier releases. */
  readonly begunIn?: TaskState;
  /** Number of messages in the transcript when the response ended. A following response continues there. */
  readonly transcriptLength: number;
  /** Whether the transcript begins with instructions, which is so only in tasks of earlier releases. */
  readonly instructed: boolean;
  /** Id of the response to continue, unless `previous_response_id` names it. */
  readonly continues?: string;
  readonly sealsThoughts?: true;
  readonly input: readonly Item[];
  readonly response: ResponseObject;
}

export function serializeRecord(record: ResponseRecord): StoredResponse {
  const { principal, agent, response } = record;
  return {
    principal,
    id: response.id,
    agent,
    isUnfinished: response.status === 'in_progress',
    body: JSON.stringify(record),
  };
}

export function parseStoredRecord({ body }: StoredResponse): ResponseRecord {
  return JSON.parse(body) as ResponseRecord;
}

export interface ResponseRecords {
  /** Stores a response. Returns the responses that were dropped to make room. */
  put(record: ResponseRecord): Promise<readonly ResponseRecord[]>;
  /**
   * Stores the final state of a response; later calls change nothing. Returns the responses that
   * were deleted to make room.
   */
  end(record: ResponseRecord): Promise<readonly ResponseRecord[]>;
  get(principal: string, id: string): Promise<ResponseRecord | undefined>;
  item(principal: string, id: string): Promise<Item | undefined>;
  delete(principal: string, id: string): Promise<void>;
  /** Lists up to `most` unfinished responses of these agents that follow `after`. */
  unfinished(
    agents: readonly string[],
    after: ResponseRecord | undefined,
    most: number,
  ): Promise<readonly ResponseRecord[]>;
}

export function createResponseRecords(store: ResponseStore): ResponseRecords {
  return {
    put: async (record) =>
      (await store.put(serializeRecord(record), getOutputItemIds(record))).map(parseStoredRecord),
    end: async (record) =>
      (await store.end(serializeRecord(record), getOutputItemIds(record))).map(parseStoredRecord),
    async get(principal, id) {
      const stored = await store.get(principal, id);
      return stored && parseStoredRecord(stored);
    },
    async item(principal, id) {
      const stored = await store.getByItem(principal, id);
      return stored && parseStoredRecord(stored).response.output.find((item) => item.id === id);
    },
    async delete(principal, id) {
      await store.delete(principal, id);
    },
    async unfinished(agents, after, most) {
      const from = after && { principal: after.principal, id: after.response.id };
      return (await store.listUnfinished(agents, from, most)).map(parseStoredRecord);
    },
  };
}

function getOutputItemIds({ response }: ResponseRecord): string[] {
  return response.output.map((item) => item.id);
}
