/**
 * JSON in which `1` and `1.0` differ, as they do for tools written in Python: whole numbers are
 * bigints, all others numbers.
 */
export type Exact =
  | null
  | boolean
  | string
  | number
  | bigint
  | readonly Exact[]
  | { readonly [key: string]: Exact };

/** An object whose numbers are kept as they were written. */
export type ExactObject = { readonly [key: string]: Exact };

/** Reads JSON text. Throws `SyntaxError`. */
export function parseExact(text: string): Exact {
  return JSON.parse(text, exactNumber as (key: string, value: unknown) => unknown) as Exact;
}

/** A parsed value as exact JSON: a number without a fraction counts as whole. */
export function exactOf(value: unknown): Exact {
  if (typeof value === 'number' && Number.isInteger(value)) return BigInt(value);
  if (Array.isArray(value)) return value.map(exactOf);
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, exactOf(item)]));
  }
  return value as Exact;
}

export function isExactObject(value: Exact | undefined): value is ExactObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Python's equality, for which `1`, `1.0` and `true` are equal. */
export function isEqual(one: Exact, other: Exact): boolean {
  if (typeof one === 'bigint' && typeof other === 'bigint') return one === other;
  if (isNumeric(one) && isNumeric(other)) return Number(one) === Number(other);
  if (isList(one) && isList(other)) {
    return one.length === other.length && one.every((item, at) => isEqual(item, other[at] ?? null));
  }
  if (isExactObject(one) && isExactObject(other)) {
    const keys = Object.keys(one);
    return (
      keys.length === Object.keys(other).length &&
      keys.every(
        (key) => Object.hasOwn(other, key) && isEqual(one[key] ?? null, other[key] ?? null),
      )
    );
  }
  return one === other;
}

/** Recognises a list without giving its items the type `any`. */
export function isList(value: Exact | undefined): value is readonly Exact[] {
  return Array.isArray(value);
}

function isNumeric(value: Exact): value is number | bigint | boolean {
  return typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean';
}

/**
 * The third argument of a reviver holds the text of a number; the declared type does not have it
 * yet.
 */
function exactNumber(_key: string, value: unknown, context: { readonly source?: string }): unknown {
  if (typeof value !== 'number' || context.source === undefined) return value;
  return /^-?\d+$/.test(context.source) ? BigInt(context.source) : value;
}
