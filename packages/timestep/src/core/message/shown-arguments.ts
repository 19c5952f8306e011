import { indentJson } from '../data/indent-json.ts';
import { parseAnyJson } from '../data/json.ts';
import { escapeHidden, escapeHiddenInJson } from '../text/hidden-characters.ts';
import { formatForeignName } from '../text/foreign-text.ts';

/** Formats the arguments of a call on several lines: everything in them, with hidden characters escaped. */
export function formatArguments(written: string): string {
  if (written.trim() === '') return '{}';
  if (parseAnyJson(written) !== undefined) return escapeHiddenInJson(indentJson(written));
  return escapeHidden(written).replaceAll('\t', '\\u{9}');
}

/** Formats the arguments of a call on one line. */
export function formatArgumentsInLine(written: string): string {
  // In valid JSON, line breaks occur only between values, so they can become spaces.
  if (parseAnyJson(written) === undefined) return formatForeignName(written);
  return escapeHiddenInJson(written.replaceAll(/[\n\r\t]+/g, ' '));
}

/** Returns a warning if a JSON object repeats a field name, because programs differ in which value they use. */
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
