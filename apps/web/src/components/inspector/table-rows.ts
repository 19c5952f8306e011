import { isJsonObject } from '../values/try-parse-json.ts';

/** Columns and cells of a table made from a list of flat objects. */
export interface TableRows {
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const MOST_ROWS = 200;
const MOST_HEADS = 12;

/**
 * Converts a list of flat objects, or an object with one such list, to a table. Undefined for other
 * values.
 */
export function toTableRows(value: unknown): TableRows | undefined {
  const list = findOnlyList(value);
  if (!list || list.length === 0 || !list.every(isFlatObject)) return undefined;
  const heads = [...new Set(list.flatMap((one) => Object.keys(one)))];
  if (heads.length === 0 || heads.length > MOST_HEADS) return undefined;
  const rows = list.slice(0, MOST_ROWS).map((one) => heads.map((head) => formatCell(one[head])));
  return { heads, rows };
}

function findOnlyList(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value as readonly unknown[];
  if (!isJsonObject(value)) return undefined;
  const lists = Object.values(value).filter((one) => Array.isArray(one));
  return lists.length === 1 ? lists[0] : undefined;
}

function isFlatObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return (
    isJsonObject(value) &&
    Object.values(value).every((one) => typeof one !== 'object' || one === null)
  );
}

function formatCell(value: unknown): string {
  return typeof value === 'string' ? value : value == null ? '' : JSON.stringify(value);
}
