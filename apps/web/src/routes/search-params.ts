/** URL parameters as the router parses them: digits are numbers. Invalid parameters are ignored. */
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
  return toParam(
    name,
    choices.find((one) => one === search[name]),
  );
}

/** Reads the URL parameter `tab`, whose value is a key of `titles`. */
export function readTab<Tab extends string>(search: SearchParams, titles: Record<Tab, string>) {
  return readChoice(search, 'tab', Object.keys(titles) as Tab[]);
}

/** Reads a URL parameter that is a whole number, 0 or greater. */
export function readCount<Name extends string>(search: SearchParams, name: Name) {
  const value = search[name];
  const isCount = typeof value === 'number' && Number.isInteger(value) && value >= 0;
  return toParam(name, isCount ? value : undefined);
}

function toParam<Name extends string, Value>(
  name: Name,
  value: Value | undefined,
): { readonly [Key in Name]?: Value } {
  return value === undefined ? {} : ({ [name]: value } as { [Key in Name]: Value });
}
