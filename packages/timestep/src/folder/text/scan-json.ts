/** The position of a value in a JSON text. */
export interface JsonSpan {
  /** The field names and indexes that lead to the value. */
  readonly path: readonly (string | number)[];
  /** Offset at which the field name begins in an object. Otherwise the value of `start`. */
  readonly from: number;
  /** Offset at which the value begins. */
  readonly start: number;
  /** Offset directly after the value. */
  readonly end: number;
}

const SPACE = /\s*/y;
const TEXT = /"(?:[^"\\\n]|\\.)*"/y;
const SCALAR = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/**
 * Finds every value in a JSON text, inner values before outer values. `brokenAt` is the offset of
 * the first syntax error. `JSON.parse` reports no positions of values, and only some positions of
 * errors.
 */
export function scanJson(text: string): {
  readonly spans: readonly JsonSpan[];
  readonly brokenAt?: number;
} {
  const spans: JsonSpan[] = [];
  let at = 0;

  function takeMatch(pattern: RegExp): string | undefined {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) at += found.length;
    return found;
  }

  function takeCharacter(character: string): boolean {
    takeMatch(SPACE);
    if (text[at] !== character) return false;
    at += 1;
    return true;
  }

  /** Scans one value. Returns false if the text is invalid, with `at` at the error. */
  function scanValue(path: JsonSpan['path'], from?: number): boolean {
    takeMatch(SPACE);
    const start = at;
    if (!scanContents(path)) return false;
    spans.push({ path, from: from ?? start, start, end: at });
    return true;
  }

  function scanContents(path: JsonSpan['path']): boolean {
    if (takeCharacter('{')) return scanItems('}', () => scanMember(path));
    if (takeCharacter('[')) {
      let index = 0;
      return scanItems(']', () => scanValue([...path, index++]));
    }
    return (takeMatch(TEXT) ?? takeMatch(SCALAR)) !== undefined;
  }

  function scanItems(end: string, item: () => boolean): boolean {
    if (takeCharacter(end)) return true;
    do if (!item()) return false;
    while (takeCharacter(','));
    return takeCharacter(end);
  }

  function scanMember(path: JsonSpan['path']): boolean {
    takeMatch(SPACE);
    const from = at;
    const key = takeMatch(TEXT);
    return key !== undefined && takeCharacter(':') && scanValue([...path, parseKey(key)], from);
  }

  const isWhole = scanValue([]);
  takeMatch(SPACE);
  return isWhole && at === text.length ? { spans } : { spans, brokenAt: at };
}

function parseKey(key: string): string {
  try {
    return JSON.parse(key) as string;
  } catch {
    return key;
  }
}
