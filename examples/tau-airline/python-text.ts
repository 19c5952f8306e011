import type { JsonValue } from '@timestep-ai/timestep/core';

/** Formats JSON like Python's `json.dumps`: spaces after colons and commas, ASCII only. */
export function formatPythonJson(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(formatPythonJson).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(
      ([key, item]) => `${escapeNonAscii(key)}: ${formatPythonJson(item)}`,
    );
    return `{${entries.join(', ')}}`;
  }
  return typeof value === 'string' ? escapeNonAscii(value) : JSON.stringify(value);
}

function escapeNonAscii(text: string): string {
  return JSON.stringify(text).replaceAll(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/**
 * Formats a value like Python's `str` after objects became tuples of (key, value) sorted by key,
 * and lists became tuples. Upstream computes its digest of a database from this text.
 */
export function formatPythonTuples(value: JsonValue): string {
  if (Array.isArray(value)) return formatTuple(value.map(formatPythonTuples));
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
    return formatTuple(
      entries.map(([key, item]) => formatTuple([quotePython(key), formatPythonTuples(item)])),
    );
  }
  if (typeof value === 'string') return quotePython(value);
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return String(value);
}

/** A tuple with one item ends with a comma. */
export function formatTuple(items: readonly string[]): string {
  return items.length === 1 ? `(${items[0]},)` : `(${items.join(', ')})`;
}

/** Python uses single quotes, unless the text contains single quotes and no double quotes. */
export function quotePython(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escaped = text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\t', '\\t');
  return quote + (quote === "'" ? escaped.replaceAll("'", "\\'") : escaped) + quote;
}

/** Formats a float like Python: always with a fraction, such as `1.0`. */
export function formatPythonFloat(value: number): string {
  return Number.isInteger(value) ? `${value}.0` : String(value);
}
