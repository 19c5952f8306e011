import { indentJson } from '../data/indent-json.ts';
import { parseAnyJson } from '../data/json.ts';
import { escapeHidden, escapeHiddenInJson } from '../text/hidden-characters.ts';
import { formatForeignName } from '../text/foreign-text.ts';

/** Formats the arguments of a call over several lines: all that was written, with nothing hidden. */
export function formatArguments(written: string): string {
  if (written.trim() === '') return '{}';
  if (parseAnyJson(written) !== undefined) return escapeHiddenInJson(indentJson(written));
  return escapeHidden(written).replaceAll('\t', '\\u{9}');
}

/** Formats the arguments of a call on one line. */
export function formatArgumentsInLine(written: string): string {
  // In a JSON text, line breaks stand only between values.
  if (parseAnyJson(written) === undefined) return formatForeignName(written);
  return escapeHiddenInJson(written.replaceAll(/[\n\r\t]+/g, ' '));
}

/** Warns of names that stand twice in one object of a JSON text, as programs differ in which counts. */
export function describeRepeatedNames(json: string): string | undefined {
  const repeated = findRepeatedNames(json);
  if (repeated.length === 0) return undefined;
  return `${repeated.map((name) => formatForeignName(JSON.stringify(name))).join(', ')} stands twice; the last value counts`;
}

function findRepeatedNames(json: string): readonly string[] {
  if (parseAnyJson(json) === undefined) return [];
  const open: Set<string>[] = [];
  const repeated = new Set<string>();
  for (const [piece, isName] of json.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?|[{}]/g)) {
    if (piece === '{') open.push(new Set());
    else if (piece === '}') open.pop();
    else if (isName !== undefined) {
      const name = JSON.parse(piece.slice(0, -isName.length)) as string;
      const names = open.at(-1);
      if (names?.has(name)) repeated.add(name);
      names?.add(name);
    }
  }
  return [...repeated];
}
