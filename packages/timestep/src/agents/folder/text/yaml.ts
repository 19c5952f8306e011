import type { Document, Node } from 'yaml';
import type { JsonValue } from '#core';
import { formatPath } from './field-path.ts';
import { loadYaml } from './load-parsers.ts';

/** Maximum number of YAML aliases, because a few lines could expand to billions of values. */
export const MOST_ALIASES = 100;

type YamlMistake = readonly [line: number, message: string];

export interface ParsedYaml {
  /** Undefined if the YAML has mistakes. */
  readonly value?: JsonValue;
  readonly lines?: ReadonlyMap<string, number>;
  readonly written?: ReadonlyMap<string, string>;
  readonly mistakes?: readonly YamlMistake[];
  /** Whether the YAML is valid, but exceeds the limits on aliases or depth. */
  readonly isTooMuch?: true;
}

/** Parses YAML 1.2, where dates are strings. Duplicate names and endless aliases are errors. */
export function parseYaml(text: string): ParsedYaml {
  const { LineCounter, parseDocument } = loadYaml();
  const lineCounter = new LineCounter();
  try {
    const limits = { prettyErrors: false, stringKeys: true, logLevel: 'error' } as const;
    const document = parseDocument(text, { lineCounter, ...limits });
    const mistakes = document.errors.map(({ pos, message }): YamlMistake => {
      return [lineCounter.linePos(pos[0]).line, `is not valid YAML: ${message}`];
    });
    if (mistakes.length > 0) return { mistakes };
    const value = (document.toJS({ maxAliasCount: MOST_ALIASES }) ?? {}) as JsonValue;
    return { value, ...findFieldLines(document, (at) => lineCounter.linePos(at).line) };
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    return { mistakes: [[1, `cannot be read as YAML: ${why}`]], isTooMuch: true };
  }
}

function findFieldLines(document: Document.Parsed, lineAt: (at: number) => number) {
  const { isMap, isScalar, isSeq } = loadYaml();
  const lines = new Map<string, number>();
  const written = new Map<string, string>();

  function recordNodeLines(node: unknown, path: readonly (string | number)[], from?: Node): void {
    const place = from ?? (node as Node | null);
    const field = formatPath(path);
    if (place?.range) lines.set(field, lineAt(place.range[0]));
    if (isMap(node)) {
      for (const { key, value } of node.items) {
        if (isScalar(key)) recordNodeLines(value, [...path, String(key.value)], key);
      }
    } else if (isSeq(node)) {
      for (const [index, item] of node.items.entries()) recordNodeLines(item, [...path, index]);
    } else if (isScalar(node) && typeof node.value !== 'string' && node.value !== null) {
      written.set(field, node.source ?? JSON.stringify(node.value));
    }
  }

  recordNodeLines(document.contents, []);
  return { lines, written };
}
