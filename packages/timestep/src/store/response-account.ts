import type { Amount } from './response-bounds.ts';

/** The totals of one principal, or of all principals. */
export interface ResponseAccount {
  ended: Amount;
  unfinished: Amount;
  /** Keys of ended responses, in order of use, so that the next one to drop is at the front. */
  readonly inOrder: Set<string>;
}

/** What an account needs to know about a response. */
export interface Posting {
  readonly key: string;
  readonly size: number;
  readonly isUnfinished: boolean;
}

const NOTHING: Amount = { entries: 0, size: 0 };

export function newAccount(): ResponseAccount {
  return { ended: NOTHING, unfinished: NOTHING, inOrder: new Set() };
}

export function enter(account: ResponseAccount, { key, size, isUnfinished }: Posting): void {
  const added = { entries: 1, size };
  if (isUnfinished) {
    account.unfinished = sumOf(account.unfinished, added);
  } else {
    account.ended = sumOf(account.ended, added);
    account.inOrder.add(key);
  }
}

export function leave(account: ResponseAccount, { key, size, isUnfinished }: Posting): void {
  const removed = { entries: -1, size: -size };
  if (isUnfinished) {
    account.unfinished = sumOf(account.unfinished, removed);
  } else {
    account.ended = sumOf(account.ended, removed);
    account.inOrder.delete(key);
  }
}

export function keptIn({ ended, unfinished }: ResponseAccount): Amount {
  return sumOf(ended, unfinished);
}

export function sumOf(one: Amount, other: Amount): Amount {
  return { entries: one.entries + other.entries, size: one.size + other.size };
}

/** The account with the most ended responses, or with the largest ones. */
export function largestOf(
  accounts: Iterable<ResponseAccount>,
  by: keyof Amount,
): ResponseAccount | undefined {
  let largest: ResponseAccount | undefined;
  for (const account of accounts) {
    if (account.ended[by] > (largest?.ended[by] ?? 0)) largest = account;
  }
  return largest;
}
