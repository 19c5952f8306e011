import type { ResponseKey, StoredResponse } from '../port/index.ts';
import {
  enter,
  keptIn,
  leave,
  newAccount,
  type Posting,
  type ResponseAccount,
} from './response-account.ts';

/** A response in memory, with the ids of its items and the time of its last use. */
export interface KeptResponse extends Posting {
  readonly response: StoredResponse;
  readonly itemIds: readonly string[];
  readonly usedAt: number;
}

/** Responses in memory, and every index of them. Only `add` and `remove` change them. */
export interface KeptResponses {
  readonly byKey: Map<string, KeptResponse>;
  /** Keys of responses by the keys of their items. */
  readonly byItem: Map<string, string>;
  /** Keys of responses that have not ended. */
  readonly unfinished: Set<string>;
  readonly total: ResponseAccount;
  readonly accounts: Map<string, ResponseAccount>;
}

export function noResponses(): KeptResponses {
  return {
    byKey: new Map(),
    byItem: new Map(),
    unfinished: new Set(),
    total: newAccount(),
    accounts: new Map(),
  };
}

/** Adds a response whose key is not kept yet, as the most recently used one. */
export function add(kept: KeptResponses, entry: KeptResponse): void {
  const { key, response, itemIds, isUnfinished } = entry;
  const { principal } = response;
  kept.byKey.set(key, entry);
  if (isUnfinished) kept.unfinished.add(key);
  enter(kept.total, entry);
  const account = accountOf(kept, principal);
  enter(account, entry);
  kept.accounts.set(principal, account);
  for (const itemId of itemIds) kept.byItem.set(keyOf(principal, itemId), key);
}

export function remove(kept: KeptResponses, entry: KeptResponse): void {
  const { key, response, itemIds } = entry;
  const { principal } = response;
  kept.byKey.delete(key);
  kept.unfinished.delete(key);
  leave(kept.total, entry);
  const account = accountOf(kept, principal);
  leave(account, entry);
  if (keptIn(account).entries === 0) kept.accounts.delete(principal);
  for (const itemId of itemIds) kept.byItem.delete(keyOf(principal, itemId));
}

/** The account of a principal; an empty one where nothing is kept for the principal. */
export function accountOf({ accounts }: KeptResponses, principal: string): ResponseAccount {
  return accounts.get(principal) ?? newAccount();
}

/**
 * Unfinished responses of the given agents, in the order of their keys, beginning after a given
 * key.
 */
export function unfinishedOf(
  { unfinished, byKey }: KeptResponses,
  agents: readonly string[],
  after: ResponseKey | undefined,
): StoredResponse[] {
  return [...unfinished]
    .flatMap((key) => byKey.get(key)?.response ?? [])
    .filter((response) => agents.includes(response.agent))
    .toSorted(compareKeys)
    .filter((response) => !after || compareKeys(after, response) < 0);
}

/** The key of a response, or of an item, that is unique among all principals. */
export function keyOf(principal: string, id: string): string {
  return JSON.stringify([principal, id]);
}

function compareKeys(one: ResponseKey, other: ResponseKey): number {
  if (one.principal !== other.principal) return one.principal < other.principal ? -1 : 1;
  if (one.id === other.id) return 0;
  return one.id < other.id ? -1 : 1;
}
