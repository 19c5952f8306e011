type Defined<T> = {
  [K in keyof T as undefined extends T[K] ? never : K]: T[K];
} & { [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined> };

/** Returns the fields of an object whose value is not undefined, as optional fields require. */
export function omitUndefined<T extends object>(fields: T): Defined<T> {
  const defined = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(defined) as Defined<T>;
}
