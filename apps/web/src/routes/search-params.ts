/** Parameters of the URL as the router parses them: digits are numbers. Invalid ones are ignored. */
export type SearchParams = Readonly<Record<string, unknown>>;

export function readTexts<Name extends string>(
  search: SearchParams,
  ...names: readonly Name[]
): { readonly [Key in Name]?: string } {
  const texts: { [Key in Name]?: string } = {};
  for (const name of names) {
    const value = search[name];
    const isText = ['string', 'number', 'boolean'].includes(typeof value);
    if (isText && value !== '') texts[name] = String(value);
  }
  return texts;
}

export function readChoice<Name extends string, Value extends string>(
  search: SearchParams,
  name: Name,
  choices: readonly Value[],
): { readonly [Key in Name]?: Value } {
  const found = choices.find((one) => one === search[name]);
  const choice: { [Key in Name]?: Value } = {};
  if (found !== undefined) choice[name] = found;
  return choice;
}

/** Reads the parameter `tab`, which is a key of `titles`. */
export function readTab<Tab extends string>(search: SearchParams, titles: Record<Tab, string>) {
  return readChoice(search, 'tab', Object.keys(titles) as Tab[]);
}

/** Reads a parameter that is a whole number from 0. */
export function readCount<Name extends string>(
  search: SearchParams,
  name: Name,
): { readonly [Key in Name]?: number } {
  const value = search[name];
  const count: { [Key in Name]?: number } = {};
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0) count[name] = value;
  return count;
}
