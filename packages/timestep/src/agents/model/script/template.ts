import type { JsonValue } from '#core';
import { getValueAtPath } from './json-path.ts';
import { ScriptError } from './script.ts';

export type PlaceholderValues = ReadonlyMap<string, JsonValue>;

const BRACES = /\{\{([^{}]*)\}\}/g;
const NAME = /^[A-Za-z_]\w*/;

const FILTERS: { readonly [name: string]: (text: string) => string } = {
  lower: (text) => text.toLowerCase(),
  upper: (text) => text.toUpperCase(),
  json: (text) => JSON.stringify(text),
};

/** Names of the filters in `{{value | filter}}`. */
export const FILTER_NAMES: readonly string[] = Object.keys(FILTERS);

/** A placeholder in a template. `path` leads into the named value. */
export interface Placeholder {
  readonly written: string;
  readonly name: string;
  readonly path: string;
  readonly filter: string | undefined;
}

export function listPlaceholders(text: string): Placeholder[] {
  return Array.from(
    text.matchAll(BRACES),
    ([written, inside = '']) => parsePlaceholder(written, inside) ?? [],
  ).flat();
}

/** Parses a placeholder, `reference` or `reference | filter`; undefined if it is invalid. */
function parsePlaceholder(written: string, inside: string): Placeholder | undefined {
  const [reference = '', filter, ...more] = inside.split('|').map((piece) => piece.trim());
  if (reference === '' || more.length > 0) return undefined;
  if (filter !== undefined && !/^\w+$/.test(filter)) return undefined;
  const name = NAME.exec(reference)?.[0] ?? '';
  return { written, name, path: reference.slice(name.length), filter };
}

/** Fills in a template. Placeholders inside a value are not replaced. */
export function fillPlaceholdersInText(text: string, values: PlaceholderValues): string {
  return text.replaceAll(BRACES, (written: string, inside: string) => {
    const found = parsePlaceholder(written, inside);
    if (found === undefined) return written;
    const value = getPlaceholderValue(found, values);
    const plain = typeof value === 'string' ? value : JSON.stringify(value);
    const { filter } = found;
    return filter === undefined ? plain : (FILTERS[filter]?.(plain) ?? plain);
  });
}

/** Fills in a JSON template. A text that is only one placeholder becomes the value itself. */
export function fillPlaceholdersInJson(value: JsonValue, values: PlaceholderValues): JsonValue {
  if (typeof value === 'string') {
    const [only] = listPlaceholders(value);
    return only?.written === value && only.filter === undefined
      ? getPlaceholderValue(only, values)
      : fillPlaceholdersInText(value, values);
  }
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value))
    return value.map((item: JsonValue) => fillPlaceholdersInJson(item, values));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, fillPlaceholdersInJson(item, values)]),
  );
}

function getPlaceholderValue(
  { written, name, path }: Placeholder,
  values: PlaceholderValues,
): JsonValue {
  const value = getValueAtPath(values.get(name), path);
  if (value === undefined) {
    throw new ScriptError(
      'script-missing-value',
      `the script has no value for the placeholder ${written}`,
    );
  }
  return value;
}
