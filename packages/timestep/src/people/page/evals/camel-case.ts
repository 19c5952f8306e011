type CamelCase<Name> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

type InCamelCase<Stored> = {
  [Name in keyof Stored as CamelCase<Name>]: Stored[Name];
};

/** Renames the fields of stored data, but not the fields of their values. */
export function toCamelCase<Stored extends object>(stored: Stored): InCamelCase<Stored> {
  const fields = Object.entries(stored).map(([name, value]) => [
    name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
    value as unknown,
  ]);
  return Object.fromEntries(fields) as InCamelCase<Stored>;
}
