import { describeTooDeep, isNestedTooDeep } from '#core';

/** JSON that distinguishes `1` (bigint) from `1.0` (number), as tools in Python do. */
export type ExactJson =
  | null
  | boolean
  | string
  | number
  | bigint
  | readonly ExactJson[]
  | { readonly [key: string]: ExactJson };

/** A JSON object that distinguishes integers from other numbers. */
export type ExactObject = { readonly [key: string]: ExactJson };

/** Parses JSON text, with integers as `bigint`. Throws `SyntaxError`. */
export function parseExactJson(text: string): ExactJson {
  if (isNestedTooDeep(text))
    throw new SyntaxError(`the JSON cannot be read, because it is ${describeTooDeep()}`);
  return JSON.parse(
    text,
    everyIntegerToBigInt as (key: string, value: unknown) => unknown,
  ) as ExactJson;
}

/** Converts a parsed value to exact JSON. A number without a fraction counts as an integer. */
export function toExactJson(value: unknown): ExactJson {
  if (typeof value === 'number' && Number.isInteger(value)) return BigInt(value);
  if (Array.isArray(value)) return value.map(toExactJson);
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, toExactJson(item)]));
  }
  return value as ExactJson;
}

export function isExactObject(value: ExactJson | undefined): value is ExactObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Compares values like Python, where `1`, `1.0` and `true` are equal. */
export function isEqualInPython(one: ExactJson, other: ExactJson): boolean {
  if (typeof one === 'bigint' && typeof other === 'bigint') return one === other;
  if (isNumeric(one) && isNumeric(other)) return Number(one) === Number(other);
  if (isList(one) && isList(other)) {
    return (
      one.length === other.length &&
      one.every((item, at) => isEqualInPython(item, other[at] ?? null))
    );
  }
  if (isExactObject(one) && isExactObject(other)) {
    const keys = Object.keys(one);
    return (
      keys.length === Object.keys(other).length &&
      keys.every(
        (key) => Object.hasOwn(other, key) && isEqualInPython(one[key] ?? null, other[key] ?? null),
      )
    );
  }
  return one === other;
}

/** Type guard for lists. Unlike `Array.isArray`, it does not give the items the type `any`. */
export function isList(value: ExactJson | undefined): value is readonly ExactJson[] {
  return Array.isArray(value);
}

function isNumeric(value: ExactJson): value is number | bigint | boolean {
  return typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean';
}

/** Converts integers to bigints. TypeScript's type of a reviver lacks the third argument. */
function everyIntegerToBigInt(
  _key: string,
  value: unknown,
  context: { readonly source?: string },
): unknown {
  if (typeof value !== 'number' || context.source === undefined) return value;
  return /^-?\d+$/.test(context.source) ? BigInt(context.source) : value;
}
