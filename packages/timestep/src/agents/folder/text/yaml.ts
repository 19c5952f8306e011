import type { CST, Document, LineCounter, Node } from 'yaml';
import { describeTooDeep, isNestedTooDeep, MAX_VALUE_DEPTH, type JsonValue } from '#core';
import { formatFieldPath } from './field-path.ts';
import { loadYaml } from './load-parsers.ts';

/** Maximum number of YAML aliases, because a few lines could expand to billions of values. */
export const MOST_ALIASES = 100;

/** Maximum number of YAML tokens, which a parser reads within some milliseconds. */
const MOST_WORDS = 10_000;

/**
 * Maximum product of the numbers of aliases and tokens, because the parser searches the text for
 * each alias.
 */
const MOST_LOOKS = 100_000;

/** Maximum number of syntax errors in a YAML text that may become valid by adding quotes. */
const MOST_MISTAKES = 100;

type YamlMistake = readonly [line: number, message: string];

export interface ParsedYaml {
  /** Parsed data; undefined if the YAML has syntax errors. */
  readonly value?: JsonValue;
  readonly lines?: ReadonlyMap<string, number>;
  readonly written?: ReadonlyMap<string, string>;
  readonly mistakes?: readonly YamlMistake[];
  /** Whether the YAML exceeds the maximum number of tokens, errors, aliases or levels. */
  readonly isTooMuch?: true;
}

/** Parses YAML 1.2, where dates are strings. Duplicate names and endless aliases are errors. */
export function parseYamlWithMistakes(text: string): ParsedYaml {
  const lineCounter = new (loadYaml().LineCounter)();
  const lineAt = (at: number): number => lineCounter.linePos(at).line;
  try {
    const document = composeDocument(text, lineCounter);
    const mistakes = document.errors.map(({ pos, message }): YamlMistake => {
      return [lineAt(pos[0]), `is not valid YAML: ${message}`];
    });
    if (mistakes.length > MOST_MISTAKES) return { mistakes, isTooMuch: true };
    const { lines, written, duplicates } = findFieldLines(document, lineAt);
    const all = [...mistakes, ...duplicates].toSorted(([a], [b]) => a - b);
    if (all.length > 0) return { mistakes: all };
    const value = (document.toJS({ maxAliasCount: MOST_ALIASES }) ?? {}) as JsonValue;
    if (text.includes('*') && isNestedTooDeep(JSON.stringify(value))) throw createDepthError();
    return { value, lines, written };
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    return { mistakes: [[1, `cannot be read as YAML: ${why}`]], isTooMuch: true };
  }
}

/** Composes the first document. Throws if the YAML has too many tokens or levels. */
function composeDocument(text: string, lineCounter: LineCounter): Document.Parsed {
  const { Composer, YAMLParseError } = loadYaml();
  // Duplicate names are found later, because the parser would compare each name with all others.
  const composer = new Composer({ stringKeys: true, logLevel: 'error', uniqueKeys: false });
  const [document, another] = composer.compose(
    iterateYamlTokens(text, lineCounter),
    true,
    text.length,
  );
  if (!document) throw new Error('it is empty');
  if (another) {
    const message = 'there is more than one document';
    document.errors.push(
      new YAMLParseError([another.range[0], another.range[1]], 'MULTIPLE_DOCS', message),
    );
  }
  return document;
}

function* iterateYamlTokens(text: string, lineCounter: LineCounter): Generator<CST.Token> {
  const { Lexer, Parser } = loadYaml();
  const parser = new Parser(lineCounter.addNewLine);
  lineCounter.addNewLine(0);
  let [words, aliases] = [0, 0];
  for (const word of new Lexer().lex(text)) {
    words += 1;
    if (word.startsWith('*')) aliases += 1;
    if (words * aliases > MOST_LOOKS)
      throw new Error(
        `the YAML has ${aliases} aliases, which repeat too much text: write the values out`,
      );
    if (words > MOST_WORDS) throw new Error(`the YAML has more than ${MOST_WORDS} tokens`);
    yield* parser.next(word);
    // The parser's stack contains the document and all open collections.
    if (parser.stack.length > MAX_VALUE_DEPTH + 1) throw createDepthError();
  }
  yield* parser.end();
}

function createDepthError(): Error {
  return new Error(`the YAML is ${describeTooDeep()}`);
}

function findFieldLines(document: Document.Parsed, lineAt: (at: number) => number) {
  const { isMap, isScalar, isSeq } = loadYaml();
  const lines = new Map<string, number>();
  const written = new Map<string, string>();
  const duplicates: YamlMistake[] = [];

  function recordFieldLines(node: unknown, path: readonly (string | number)[], from?: Node): void {
    const place = from ?? (node as Node | null);
    const field = formatFieldPath(path);
    if (place?.range) lines.set(field, lineAt(place.range[0]));
    if (isMap(node)) {
      const names = new Set<string>();
      for (const { key, value } of node.items) {
        if (!isScalar(key)) continue;
        const name = String(key.value);
        if (names.has(name)) {
          const at = key.range?.[0] ?? 0;
          duplicates.push([lineAt(at), `is not valid YAML: ${name} occurs twice`]);
        }
        names.add(name);
        recordFieldLines(value, [...path, name], key);
      }
    } else if (isSeq(node)) {
      for (const [index, item] of node.items.entries()) recordFieldLines(item, [...path, index]);
    } else if (isScalar(node) && typeof node.value !== 'string' && node.value !== null) {
      written.set(field, node.source ?? JSON.stringify(node.value));
    }
  }

  recordFieldLines(document.contents, []);
  return { lines, written, duplicates };
}
