import type { ResponseKey, StoredResponse } from '../../port/index.ts';
import {
  addToAccount,
  getTotal,
  subtractFromAccount,
  createAccount,
  type CountedResponse,
  type ResponseAccount,
} from './response-account.ts';

export interface MemoryResponse extends CountedResponse {
  readonly response: StoredResponse;
  readonly itemIds: readonly string[];
  readonly usedAt: number;
}

/** Change it only through `addResponse` and `removeResponse`. */
export interface MemoryResponses {
  readonly byKey: Map<string, MemoryResponse>;
  /** Maps items to responses. */
  readonly byItem: Map<string, string>;
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

export function getAccount({ accounts }: MemoryResponses, principal: string): ResponseAccount {
  return accounts.get(principal) ?? createAccount();
}

/** Lists unfinished responses in key order, after a key. */
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

export function buildResponseKey(principal: string, id: string): string {
  return JSON.stringify([principal, id]);
}

function compareKeys(one: ResponseKey, other: ResponseKey): number {
  if (one.principal !== other.principal) return one.principal < other.principal ? -1 : 1;
  if (one.id === other.id) return 0;
  return one.id < other.id ? -1 : 1;
}
