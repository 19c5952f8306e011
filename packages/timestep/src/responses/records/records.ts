import type { ResponseStore } from '../../port/index.ts';
import type { Item } from '../wire/item.ts';
import { recordFrom, storedFrom, type ResponseRecord } from './record.ts';

/** Responses as the API knows them, over a store that knows only their ids and bounds. */
export interface Records {
  /** Keeps a response; returns the responses that were dropped. */
  put(record: ResponseRecord): Promise<readonly ResponseRecord[]>;
  /**
   * Keeps the first end of a response; returns the responses that were dropped, and this one where
   * it was dropped before.
   */
  end(record: ResponseRecord): Promise<readonly ResponseRecord[]>;
  get(principal: string, id: string): Promise<ResponseRecord | undefined>;
  /** The output item with that id, of any response of the principal. */
  item(principal: string, id: string): Promise<Item | undefined>;
  delete(principal: string, id: string): Promise<void>;
  /** Some unfinished responses of these agents, beginning after a given one. */
  unfinished(
    agents: readonly string[],
    after: ResponseRecord | undefined,
    most: number,
  ): Promise<readonly ResponseRecord[]>;
}

export function recordsIn(store: ResponseStore): Records {
  return {
    async put(record) {
      return (await store.put(storedFrom(record), itemIdsOf(record))).map(recordFrom);
    },
    async end(record) {
      return (await store.end(storedFrom(record), itemIdsOf(record))).map(recordFrom);
    },
    async get(principal, id) {
      const stored = await store.get(principal, id);
      return stored && recordFrom(stored);
    },
    async item(principal, id) {
      const stored = await store.getByItem(principal, id);
      return stored && recordFrom(stored).response.output.find((item) => item.id === id);
    },
    async delete(principal, id) {
      await store.delete(principal, id);
    },
    async unfinished(agents, after, most) {
      const from = after && { principal: after.principal, id: after.response.id };
      return (await store.unfinished(agents, from, most)).map(recordFrom);
    },
  };
}

function itemIdsOf({ response }: ResponseRecord): string[] {
  return response.output.map((item) => item.id);
}
