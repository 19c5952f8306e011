import type { Amount } from './response-bounds.ts';

/** Response totals of one principal, or of all principals together. */
export interface ResponseAccount {
  ended: Amount;
  unfinished: Amount;
  /** Ended responses, least recently used first. */
  readonly inOrder: Set<string>;
}

export interface CountedResponse {
  readonly key: string;
  readonly size: number;
  readonly isUnfinished: boolean;
}

const ZERO_AMOUNT: Amount = { entries: 0, size: 0 };

export function createAccount(): ResponseAccount {
  return { ended: ZERO_AMOUNT, unfinished: ZERO_AMOUNT, inOrder: new Set() };
}

export function addToAccount(
  account: ResponseAccount,
  { key, size, isUnfinished }: CountedResponse,
): void {
  const added = { entries: 1, size };
  if (isUnfinished) {
    account.unfinished = addAmounts(account.unfinished, added);
  } else {
    account.ended = addAmounts(account.ended, added);
    account.inOrder.add(key);
  }
}

export function subtractFromAccount(
  account: ResponseAccount,
  { key, size, isUnfinished }: CountedResponse,
): void {
  const removed = { entries: -1, size: -size };
  if (isUnfinished) {
    account.unfinished = addAmounts(account.unfinished, removed);
  } else {
    account.ended = addAmounts(account.ended, removed);
    account.inOrder.delete(key);
  }
}

export function getTotal({ ended, unfinished }: ResponseAccount): Amount {
  return addAmounts(ended, unfinished);
}

export function addAmounts(one: Amount, other: Amount): Amount {
  return { entries: one.entries + other.entries, size: one.size + other.size };
}

/** Finds the account with the most ended responses or characters. */
export function findLargestAccount(
  accounts: Iterable<ResponseAccount>,
  by: keyof Amount,
): ResponseAccount | undefined {
  let largest: ResponseAccount | undefined;
  for (const account of accounts) {
    if (account.ended[by] > (largest?.ended[by] ?? 0)) largest = account;
  }
  return largest;
}
