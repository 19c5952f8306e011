import type { SourceFile } from '../source/source-tree.ts';
import { runGuard, type Verdict } from '../source/verdict.ts';

/** Maximum number of equal consecutive tokens in two places: about eight lines. */
const MOST_IN_COMMON = 60;

const HELD = /^((apps|packages)\/[^/]+\/src|scripts)\/.*\.tsx?$/;
const NOT_HELD = /\.(test|fixture)\.ts$|\.gallery\.tsx$|^scripts\/fixtures\//;

/** Checks for duplicate code: no two places have more than a few lines in common. */
export function checkDuplicates(files: readonly SourceFile[]): Verdict {
  const held = files.filter(({ path }) => HELD.test(path) && !NOT_HELD.test(path));
  const sources = held.map(({ path, text }) => ({ path, tokens: readTokens(text) }));
  const problems = sources.length === 0 ? ['no sources found'] : [];
  const places = new Map<number, Place>();
  for (const source of sources) problems.push(...findRepeats(source, places));
  const tokens = sources.reduce((sum, source) => sum + source.tokens.length, 0);
  return { summary: `${tokens} words and signs in ${sources.length} files`, problems };
}

interface Token {
  readonly text: string;
  /** Hash of the text. */
  readonly hash: number;
  readonly line: number;
}

interface Source {
  readonly path: string;
  readonly tokens: readonly Token[];
}

interface Place {
  readonly source: Source;
  readonly at: number;
}

/**
 * Yields the parts of a source that also occur at an earlier place, and adds the source to
 * `places`.
 */
function* findRepeats(source: Source, places: Map<number, Place>): Generator<string> {
  const { path, tokens } = source;
  let until = 0;
  for (const [at, hash] of hashWindows(tokens)) {
    const earlier = places.get(hash);
    if (!earlier) places.set(hash, { source, at });
    if (!earlier || at < until) continue;
    const length = countEqualTokens(earlier, { source, at });
    if (length < MOST_IN_COMMON) continue;
    until = at + length;
    const line = tokens[at]?.line ?? 0;
    const other = `${earlier.source.path}:${earlier.source.tokens[earlier.at]?.line ?? 0}`;
    yield `${path}:${line} repeats ${length} words and signs of ${other}: write them once`;
  }
}

function countEqualTokens(one: Place, other: Place): number {
  const isSameSource = one.source === other.source;
  let length = 0;
  for (;;) {
    if (isSameSource && one.at + length >= other.at) return length;
    const token = one.source.tokens[one.at + length];
    if (token === undefined || token.text !== other.source.tokens[other.at + length]?.text) {
      return length;
    }
    length += 1;
  }
}

const BASE = 31;
const PRIME = 1_000_003 * 1021;
const OLDEST = powerModulo(BASE, MOST_IN_COMMON - 1);

/** Yields a rolling hash for every window of `MOST_IN_COMMON` tokens. */
function* hashWindows(tokens: readonly Token[]): Generator<readonly [at: number, hash: number]> {
  let hash = 0;
  for (const [index, token] of tokens.entries()) {
    const gone = tokens[index - MOST_IN_COMMON];
    if (gone) hash = (hash + PRIME - multiplyModulo(gone.hash, OLDEST)) % PRIME;
    hash = (multiplyModulo(hash, BASE) + token.hash) % PRIME;
    if (index + 1 >= MOST_IN_COMMON) yield [index + 1 - MOST_IN_COMMON, hash];
  }
}

function powerModulo(base: number, exponent: number): number {
  let power = 1;
  for (let count = 0; count < exponent; count += 1) power = multiplyModulo(power, base);
  return power;
}

/**
 * Multiplies modulo `PRIME`. Products that a number cannot hold exactly are computed in two steps.
 */
function multiplyModulo(a: number, b: number): number {
  const high = Math.floor(a / 32768);
  return (((high * b) % PRIME) * 32768 + (a % 32768) * b) % PRIME;
}

const COMMENT = String.raw`\/\*[^]*?\*\/|\/\/[^\n]*`;
const TEXT = String.raw`'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"`;
const TOKENS = new RegExp(`${COMMENT}|${TEXT}|[A-Za-z_$][\\w$]*|\\d[\\w.]*|[^\\s\\w]`, 'g');

/** Returns the tokens without comments and imports, because repeated imports are not duplicates. */
function readTokens(text: string): Token[] {
  const code = text.replaceAll(/^(import|export)\b[^;]*\bfrom\b[^;]*;/gm, (found) =>
    found.replaceAll(/[^\n]/g, ' '),
  );
  const tokens: Token[] = [];
  let line = 1;
  let counted = 0;
  for (const { 0: found, index } of code.matchAll(TOKENS)) {
    if (found.startsWith('//') || found.startsWith('/*')) continue;
    for (; counted < index; counted += 1) if (code.charCodeAt(counted) === 10) line += 1;
    tokens.push({ text: found, hash: hashText(found), line });
  }
  return tokens;
}

function hashText(text: string): number {
  let hash = 7;
  for (let at = 0; at < text.length; at += 1) hash = (hash * 131 + text.charCodeAt(at)) % PRIME;
  return hash;
}

if (import.meta.main) runGuard('duplicates', checkDuplicates);
