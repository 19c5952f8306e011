import { escapeHiddenInJson, parseArguments, parseJson } from '#core';

/** One name in the arguments of a call, in the order in which they are written. */
export interface ArgumentRow {
  /** Name of the top-level argument that the row belongs to, as the model wrote it. */
  readonly top: string;
  readonly depth: number;
  /** Name that the row shows: in quotes if it could be misread, as a number in brackets for list items. */
  readonly name: string;
  /**
   * `text`: the content of a string. `value`: a number or another value as written. `group`: the head of a
   * nested list or object.
   */
  readonly kind: 'text' | 'value' | 'group';
  readonly text: string;
}

/** Maximum length of arguments that are listed. Longer ones are shown as they are written. */
const MAX_LENGTH = 200_000;
/** Maximum depth of arguments that are listed, because each level takes room. */
const MAX_DEPTH = 8;

const PIECES = /"(?:[^"\\]|\\.)*"|[{[]\s*[\]}]|[{}[\],:]|[^\s{}[\],:"]+/g;

/**
 * Lists the arguments of a call as names and values. Numbers keep their digits, and names that are
 * written twice have two rows. Undefined if the text is no JSON object, or too long or nested too deep.
 */
export function listArgumentRows(written: string): readonly ArgumentRow[] | undefined {
  if (written.trim() === '') return [];
  if (written.length > MAX_LENGTH || parseArguments(written) === undefined) return undefined;
  const rows: ArgumentRow[] = [];
  const open: { readonly isList: boolean; count: number }[] = [];
  let top = '';
  let pending: string | undefined;
  for (const [piece] of written.matchAll(PIECES)) {
    const parent = open.at(-1);
    if (piece === ',' || piece === ':') continue;
    if (piece === '}' || piece === ']') {
      open.pop();
    } else if (!parent) {
      if (piece === '{') open.push({ isList: false, count: 0 });
    } else if (!parent.isList && pending === undefined) {
      pending = parseText(piece);
      if (open.length === 1) top = pending;
    } else {
      const name = parent.isList ? `[${parent.count}]` : quoteUnlessIdentifier(pending ?? '');
      const place = { top, depth: open.length - 1, name };
      parent.count += 1;
      pending = undefined;
      if (piece === '{' || piece === '[') {
        if (open.length > MAX_DEPTH) return undefined;
        rows.push({ ...place, kind: 'group', text: '' });
        open.push({ isList: piece === '[', count: 0 });
      } else if (piece.startsWith('"')) {
        rows.push({ ...place, kind: 'text', text: parseText(piece) });
      } else {
        rows.push({ ...place, kind: 'value', text: piece.replaceAll(/\s/g, '') });
      }
    }
  }
  return rows;
}

function parseText(json: string): string {
  const text = parseJson(json);
  return typeof text === 'string' ? text : json;
}

function quoteUnlessIdentifier(name: string): string {
  return /^[A-Za-z_$][\w$.-]*$/.test(name) ? name : quoteAsJson(name);
}

/** Matches texts that could be read as another value, such as a number, if they were not in quotes. */
const AMBIGUOUS = /^(?:$|"|\s*(?:true|false|null|-?\d[\d.eE+-]*|\{\s*\}|\[\s*\])\s*$)/;

/**
 * Returns a text in quotes if it looks like a number, a boolean, null or an empty value without quotes;
 * undefined for all others.
 */
export function quoteIfAmbiguous(text: string): string | undefined {
  return AMBIGUOUS.test(text) ? quoteAsJson(text) : undefined;
}

function quoteAsJson(text: string): string {
  return escapeHiddenInJson(JSON.stringify(text));
}
