import { isJsonObject, type JsonValue } from '../core/index.ts';
import type { Document, Node } from 'yaml';
import { fieldsOf, type Fields } from './fields.ts';
import { fieldOf } from './json-lines.ts';
import type { Report } from './problem.ts';
import { yaml } from './yaml.ts';

/** How many times aliases may be followed: a few lines can name billions of values otherwise. */
export const MOST_ALIASES = 100;

/** Mistakes in YAML by their line, from 1 in the text that was parsed. */
type YamlMistake = readonly [line: number, message: string];

/** YAML with the places of its values, or why it is none. */
export type ParsedYaml =
  | {
      readonly mistakes: readonly YamlMistake[];
      /** Whether the text is YAML, of more values or of more depth than are read. */
      readonly isTooMuch?: true;
    }
  | {
      readonly mistakes?: undefined;
      readonly value: JsonValue;
      readonly lines: ReadonlyMap<string, number>;
      /** How scalars that are not texts are written. */
      readonly written: ReadonlyMap<string, string>;
    };

/**
 * Parses YAML 1.2, where only `true` and `false` are booleans and dates are texts. Names that occur
 * twice and aliases without end are mistakes.
 */
export function parseYaml(text: string): ParsedYaml {
  const { LineCounter, parseDocument } = yaml();
  const lineCounter = new LineCounter();
  try {
    const options = {
      lineCounter,
      prettyErrors: false,
      stringKeys: true,
      logLevel: 'error',
    } as const;
    const document = parseDocument(text, options);
    const mistakes = document.errors.map(({ pos, message }): YamlMistake => {
      return [lineCounter.linePos(pos[0]).line, `is not YAML: ${message}`];
    });
    if (mistakes.length > 0) return { mistakes };
    const value = (document.toJS({ maxAliasCount: MOST_ALIASES }) ?? null) as JsonValue;
    return { value, ...placesIn(document, (at) => lineCounter.linePos(at).line) };
  } catch (thrown) {
    // Too many aliases, or lists within lists beyond what a stack holds.
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    return { mistakes: [[1, `cannot be read as YAML: ${why}`]], isTooMuch: true };
  }
}

/**
 * The fields of YAML that must be an object, where line 1 of the text is `firstLine` of the file.
 * `undefined` where mistakes are reported.
 */
export function yamlFields(
  text: string,
  file: string,
  report: Report,
  firstLine = 1,
): Fields | undefined {
  const parsed = parseYaml(text);
  const mistake = (line: number, message: string): void =>
    report({ severity: 'mistake', file, line: line + firstLine - 1, message });
  if (parsed.mistakes) {
    // Those that follow the first one mostly follow from it.
    for (const [line, message] of parsed.mistakes.slice(0, 1)) mistake(line, message);
    return undefined;
  }
  const value = parsed.value ?? {};
  if (!isJsonObject(value)) {
    mistake(1, 'must be lines as "name: value"');
    return undefined;
  }
  const { lines, written } = parsed;
  return fieldsOf(value, {
    file,
    lineOf(path) {
      const line = lines.get(path) ?? (path === '' ? 1 : undefined);
      return line === undefined ? undefined : line + firstLine - 1;
    },
    writtenAt: (path) => written.get(path),
    report,
  });
}

function placesIn(document: Document.Parsed, lineAt: (at: number) => number) {
  const { isMap, isScalar, isSeq } = yaml();
  const lines = new Map<string, number>();
  const written = new Map<string, string>();

  function visit(node: unknown, path: readonly (string | number)[], from?: Node): void {
    const place = from ?? (node as Node | null);
    const field = fieldOf(path);
    if (place?.range) lines.set(field, lineAt(place.range[0]));
    if (isMap(node)) {
      for (const { key, value } of node.items) {
        if (isScalar(key)) visit(value, [...path, String(key.value)], key);
      }
    } else if (isSeq(node)) {
      for (const [index, item] of node.items.entries()) visit(item, [...path, index]);
    } else if (isScalar(node) && typeof node.value !== 'string' && node.value !== null) {
      written.set(field, node.source ?? JSON.stringify(node.value));
    }
  }

  visit(document.contents, []);
  return { lines, written };
}
