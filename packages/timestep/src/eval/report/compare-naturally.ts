const collator = new Intl.Collator('en', { numeric: true });

/** Compares ids in natural order, in which `order-2` comes before `order-10`. */
export function compareNaturally(one: string, other: string): number {
  return collator.compare(one, other) || (one < other ? -1 : Number(one > other));
}
