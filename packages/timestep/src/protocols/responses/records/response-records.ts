import type { ResponseStore } from '../../../engine/port/index.ts';
import type { Item } from '../wire/response-item.ts';
import { storedToRecord, recordToStored, type ResponseRecord } from './response-record.ts';

/** Stored responses with their types. */
export interface ResponseRecords {
  /** Returns the responses that were dropped to make room. */
  put(record: ResponseRecord): Promise<readonly ResponseRecord[]>;
  /** Stores the final state; later calls change nothing. Returns the dropped responses. */
  end(record: ResponseRecord): Promise<readonly ResponseRecord[]>;
  get(principal: string, id: string): Promise<ResponseRecord | undefined>;
  item(principal: string, id: string): Promise<Item | undefined>;
  delete(principal: string, id: string): Promise<void>;
  /** Lists up to `most` unfinished responses of the agents after `after`. */
  unfinished(
    agents: readonly string[],
    after: ResponseRecord | undefined,
    most: number,
  ): Promise<readonly ResponseRecord[]>;
}

export function createResponseRecords(store: ResponseStore): ResponseRecords {
  return {
    async put(record) {
      return (await store.put(recordToStored(record), getItemIds(record))).map(storedToRecord);
    },
    async end(record) {
      return (await store.end(recordToStored(record), getItemIds(record))).map(storedToRecord);
    },
    async get(principal, id) {
      const stored = await store.get(principal, id);
      return stored && storedToRecord(stored);
    },
    async item(principal, id) {
      const stored = await store.getByItem(principal, id);
      return stored && storedToRecord(stored).response.output.find((item) => item.id === id);
    },
    async delete(principal, id) {
      await store.delete(principal, id);
    },
    async unfinished(agents, after, most) {
      const from = after && { principal: after.principal, id: after.response.id };
      return (await store.listUnfinished(agents, from, most)).map(storedToRecord);
    },
  };
}

function getItemIds({ response }: ResponseRecord): string[] {
  return response.output.map((item) => item.id);
}
