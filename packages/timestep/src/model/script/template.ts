import type { JsonValue } from '../../core/index.ts';
import { valueAt } from './json-path.ts';
import { ScriptError } from './script-error.ts';

/** What `{{...}}` may name: a value, and further in by path. */
export type Values = ReadonlyMap<string, JsonValue>;

const BRACES = /\{\{([^{}]*)\}\}/g;
const NAME = /^[A-Za-z_]\w*/;

const FILTERS: { readonly [name: string]: (text: string) => string } = {
  lower: (text) => text.toLowerCase(),
  upper: (text) => text.toUpperCase(),
  json: (text) => JSON.stringify(text),
};

/** Names of the filters that `{{value | filter}}` may use. */
export const FILTER_NAMES: readonly string[] = Object.keys(FILTERS);

/** A placeholder as written: the value's name, the path into it, and a filter. */
export interface Placeholder {
  readonly written: string;
  readonly name: string;
  readonly path: string;
  readonly filter: string | undefined;
}

/** All placeholders of a text. */
export function placeholdersIn(text: string): Placeholder[] {
  return Array.from(
    text.matchAll(BRACES),
    ([written, inside = '']) => placeholderIn(written, inside) ?? [],
  ).flat();
}

/** `undefined` where the text between braces is not `reference` or `reference | filter`. */
function placeholderIn(written: string, inside: string): Placeholder | undefined {
  const [reference = '', filter, ...more] = inside.split('|').map((piece) => piece.trim());
  if (reference === '' || more.length > 0) return undefined;
  if (filter !== undefined && !/^\w+$/.test(filter)) return undefined;
  const name = NAME.exec(reference)?.[0] ?? '';
  return { written, name, path: reference.slice(name.length), filter };
}

/** Replaces placeholders by values, once: a placeholder inside a value stays as it is. */
export function fillText(text: string, values: Values): string {
  return text.replaceAll(BRACES, (written: string, inside: string) => {
    const found = placeholderIn(written, inside);
    if (found === undefined) return written;
    const value = lookUp(found, values);
    const plain = typeof value === 'string' ? value : JSON.stringify(value);
    const { filter } = found;
    return filter === undefined ? plain : (FILTERS[filter]?.(plain) ?? plain);
  });
}

/** Fills every text in a value. A text that is one bare placeholder becomes the value itself. */
export function fillValue(value: JsonValue, values: Values): JsonValue {
  if (typeof value === 'string') {
    const [only] = placeholdersIn(value);
    return only?.written === value && only.filter === undefined
      ? lookUp(only, values)
      : fillText(value, values);
  }
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item: JsonValue) => fillValue(item, values));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, fillValue(item, values)]),
  );
}

function lookUp({ written, name, path }: Placeholder, values: Values): JsonValue {
  const value = valueAt(values.get(name), path);
  if (value === undefined) {
    throw new ScriptError('script-missing-value', `there is nothing to put in for ${written}`);
  }
  return value;
}
