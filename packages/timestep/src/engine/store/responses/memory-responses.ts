import type { ResponseKey, StoredResponse } from '../../port/index.ts';
import {
  addToAccount,
  getTotal,
  subtractFromAccount,
  createAccount,
  type CountedResponse,
  type ResponseAccount,
} from './response-account.ts';

/** A response in memory, with its item ids and the time of its last use. */
export interface MemoryResponse extends CountedResponse {
  readonly response: StoredResponse;
  readonly itemIds: readonly string[];
  readonly usedAt: number;
}

/**
 * Responses in memory with all their indexes. Change it only through `addResponse` and
 * `removeResponse`.
 */
export interface MemoryResponses {
  readonly byKey: Map<string, MemoryResponse>;
  /** Maps the key of an output item to the key of its response. */
  readonly byItem: Map<string, string>;
  /** Keys of responses that have not ended. */
  readonly unfinished: Set<string>;
  readonly total: ResponseAccount;
  readonly accounts: Map<string, ResponseAccount>;
}

export function createEmptyResponses(): MemoryResponses {
  return {
    byKey: new Map(),
    byItem: new Map(),
    unfinished: new Set(),
    total: createAccount(),
    accounts: new Map(),
  };
}

/** Adds a response that is not stored yet, as the most recently used one. */
export function addResponse(responses: MemoryResponses, entry: MemoryResponse): void {
  const { key, response, itemIds, isUnfinished } = entry;
  const { principal } = response;
  responses.byKey.set(key, entry);
  if (isUnfinished) responses.unfinished.add(key);
  addToAccount(responses.total, entry);
  const account = getAccount(responses, principal);
  addToAccount(account, entry);
  responses.accounts.set(principal, account);
  for (const itemId of itemIds) responses.byItem.set(buildResponseKey(principal, itemId), key);
}

export function removeResponse(kept: MemoryResponses, entry: MemoryResponse): void {
  const { key, response, itemIds } = entry;
  const { principal } = response;
  kept.byKey.delete(key);
  kept.unfinished.delete(key);
  subtractFromAccount(kept.total, entry);
  const account = getAccount(kept, principal);
  subtractFromAccount(account, entry);
  if (getTotal(account).entries === 0) kept.accounts.delete(principal);
  for (const itemId of itemIds) kept.byItem.delete(buildResponseKey(principal, itemId));
}

/** Returns the totals of a principal, or zero totals if the principal has no responses. */
export function getAccount({ accounts }: MemoryResponses, principal: string): ResponseAccount {
  return accounts.get(principal) ?? createAccount();
}

/** Lists unfinished responses of the given agents in key order, starting after the key `after`. */
export function listUnfinished(
  { unfinished, byKey }: MemoryResponses,
  agents: readonly string[],
  after: ResponseKey | undefined,
): StoredResponse[] {
  return [...unfinished]
    .flatMap((key) => byKey.get(key)?.response ?? [])
    .filter((response) => agents.includes(response.agent))
    .toSorted(compareKeys)
    .filter((response) => !after || compareKeys(after, response) < 0);
}

/** Builds a map key for a response or an item that is unique across all principals. */
export function buildResponseKey(principal: string, id: string): string {
  return JSON.stringify([principal, id]);
}

function compareKeys(one: ResponseKey, other: ResponseKey): number {
  if (one.principal !== other.principal) return one.principal < other.principal ? -1 : 1;
  if (one.id === other.id) return 0;
  return one.id < other.id ? -1 : 1;
}
