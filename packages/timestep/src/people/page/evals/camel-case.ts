type CamelCase<Name> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

type InCamelCase<Stored> = {
  [Name in keyof Stored as CamelCase<Name>]: Stored[Name];
};

/** Converts field names of stored data to camel case. Does not rename keys inside of values. */
export function toCamelCase<Stored extends object>(stored: Stored): InCamelCase<Stored> {
  const fields = Object.entries(stored).map(([name, value]) => [
    name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
    value as unknown,
  ]);
  return Object.fromEntries(fields) as InCamelCase<Stored>;
}
