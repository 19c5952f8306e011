import type { ResponseKey, StoredResponse } from '#engine/port';
import type { Amount } from './response-bounds.ts';

export interface MemoryResponse {
  readonly key: string;
  readonly response: StoredResponse;
  readonly itemIds: readonly string[];
  readonly size: number;
  readonly isUnfinished: boolean;
  readonly usedAt: number;
}

/** The responses of one principal, or of all principals together, and their totals. */
export interface ResponseAccount {
  ended: Amount;
  unfinished: Amount;
  /** Ended responses, least recently used first. */
  readonly inOrder: Set<string>;
}

/** Change these totals only through `addResponse` and `removeResponse`. */
export interface MemoryResponses {
  readonly byKey: Map<string, MemoryResponse>;
  /** Maps the ids of output items to responses. */
  readonly byItem: Map<string, string>;
  readonly unfinished: Set<string>;
  readonly total: ResponseAccount;
  readonly accounts: Map<string, ResponseAccount>;
}

const ZERO_AMOUNT: Amount = { entries: 0, size: 0 };

function createEmptyAccount(): ResponseAccount {
  return { ended: ZERO_AMOUNT, unfinished: ZERO_AMOUNT, inOrder: new Set() };
}

export function createEmptyResponses(): MemoryResponses {
  return {
    byKey: new Map(),
    byItem: new Map(),
    unfinished: new Set(),
    total: createEmptyAccount(),
    accounts: new Map(),
  };
}

/** Adds a response that is not stored yet, as the most recently used response. */
export function addResponse(kept: MemoryResponses, entry: MemoryResponse): void {
  const { key, response, itemIds, isUnfinished } = entry;
  const { principal } = response;
  kept.byKey.set(key, entry);
  if (isUnfinished) kept.unfinished.add(key);
  const account = getResponseAccount(kept, principal);
  kept.accounts.set(principal, account);
  for (const counted of [kept.total, account]) addOrSubtractResponse(counted, entry, 1);
  for (const itemId of itemIds) kept.byItem.set(buildResponseKey(principal, itemId), key);
}

export function removeResponse(kept: MemoryResponses, entry: MemoryResponse): void {
  const { key, response, itemIds } = entry;
  const { principal } = response;
  kept.byKey.delete(key);
  kept.unfinished.delete(key);
  const account = getResponseAccount(kept, principal);
  for (const counted of [kept.total, account]) addOrSubtractResponse(counted, entry, -1);
  if (sumAccountAmounts(account).entries === 0) kept.accounts.delete(principal);
  for (const itemId of itemIds) kept.byItem.delete(buildResponseKey(principal, itemId));
}

function addOrSubtractResponse(
  account: ResponseAccount,
  { key, size, isUnfinished }: MemoryResponse,
  sign: 1 | -1,
): void {
  const kind = isUnfinished ? 'unfinished' : 'ended';
  account[kind] = addAmounts(account[kind], { entries: sign, size: sign * size });
  if (sign === -1) account.inOrder.delete(key);
  else if (!isUnfinished) account.inOrder.add(key);
}

/** Returns the totals of a principal, or zero totals if the principal has no responses. */
export function getResponseAccount(
  { accounts }: MemoryResponses,
  principal: string,
): ResponseAccount {
  return accounts.get(principal) ?? createEmptyAccount();
}

export function sumAccountAmounts({ ended, unfinished }: ResponseAccount): Amount {
  return addAmounts(ended, unfinished);
}

export function addAmounts(one: Amount, other: Amount): Amount {
  return { entries: one.entries + other.entries, size: one.size + other.size };
}

/** Builds a map key for a response or an item that is unique across all principals. */
export function buildResponseKey(principal: string, id: string): string {
  return JSON.stringify([principal, id]);
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

function compareKeys(one: ResponseKey, other: ResponseKey): number {
  if (one.principal !== other.principal) return one.principal < other.principal ? -1 : 1;
  if (one.id === other.id) return 0;
  return one.id < other.id ? -1 : 1;
}
