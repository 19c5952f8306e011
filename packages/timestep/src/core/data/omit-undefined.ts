type Defined<T> = {
  [K in keyof T as undefined extends T[K] ? never : K]: T[K];
} & { [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined> };

/** Returns an object without the fields that are undefined, which TypeScript requires of optional fields. */
export function omitUndefined<T extends object>(fields: T): Defined<T> {
  // Copying fields in a loop takes a quarter of the time of `Object.entries` and `Object.fromEntries`.
  const defined: Record<string, unknown> = {};
  for (const name in fields) if (fields[name] !== undefined) defined[name] = fields[name];
  return defined as Defined<T>;
}
