import type { JsonValue } from '@timestep-ai/timestep/core';

/** JSON as Python's `json.dumps` writes it: spaces after colons and commas, ASCII only. */
export function pythonJson(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(pythonJson).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(
      ([key, item]) => `${ascii(key)}: ${pythonJson(item)}`,
    );
    return `{${entries.join(', ')}}`;
  }
  return typeof value === 'string' ? ascii(value) : JSON.stringify(value);
}

function ascii(text: string): string {
  return JSON.stringify(text).replaceAll(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/**
 * A value as Python's `str` shows it once objects have become tuples of (key, value), sorted by key,
 * and lists tuples: what upstream's digest of a database is made of.
 */
export function pythonTuples(value: JsonValue): string {
  if (Array.isArray(value)) return tuple(value.map(pythonTuples));
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
    return tuple(entries.map(([key, item]) => tuple([quoted(key), pythonTuples(item)])));
  }
  if (typeof value === 'string') return quoted(value);
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return String(value);
}

/** A tuple of one ends in a comma. */
export function tuple(items: readonly string[]): string {
  return items.length === 1 ? `(${items[0]},)` : `(${items.join(', ')})`;
}

/** Python prefers single quotes, unless the text holds some and no double ones. */
export function quoted(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escaped = text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\t', '\\t');
  return quote + (quote === "'" ? escaped.replaceAll("'", "\\'") : escaped) + quote;
}

/** A float as Python shows it: with a fraction, if of zero. */
export function pythonFloat(value: number): string {
  return Number.isInteger(value) ? `${value}.0` : String(value);
}
