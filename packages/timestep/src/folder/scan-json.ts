/** Where a value is in a JSON text. */
export interface JsonSpan {
  /** The names and indexes that lead to the value. */
  readonly path: readonly (string | number)[];
  /** Where the value begins and ends; in an object its name begins at `from`. */
  readonly from: number;
  readonly start: number;
  readonly end: number;
}

const SPACE = /\s*/y;
const TEXT = /"(?:[^"\\\n]|\\.)*"/y;
const SCALAR = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/**
 * Finds every value of a JSON text, the outer ones after those within; `brokenAt` is where the text
 * stops being JSON. `JSON.parse` reports no places of values, and of mistakes only some.
 */
export function scanJson(text: string): {
  readonly spans: readonly JsonSpan[];
  readonly brokenAt?: number;
} {
  const spans: JsonSpan[] = [];
  let at = 0;

  function match(pattern: RegExp): string | undefined {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) at += found.length;
    return found;
  }

  function take(sign: string): boolean {
    match(SPACE);
    if (text[at] !== sign) return false;
    at += 1;
    return true;
  }

  /** False where the text is broken, with `at` left on the place. */
  function value(path: JsonSpan['path'], from?: number): boolean {
    match(SPACE);
    const start = at;
    if (!contents(path)) return false;
    spans.push({ path, from: from ?? start, start, end: at });
    return true;
  }

  function contents(path: JsonSpan['path']): boolean {
    if (take('{')) return items('}', () => member(path));
    if (take('[')) {
      let index = 0;
      return items(']', () => value([...path, index++]));
    }
    return (match(TEXT) ?? match(SCALAR)) !== undefined;
  }

  function items(end: string, item: () => boolean): boolean {
    if (take(end)) return true;
    do if (!item()) return false;
    while (take(','));
    return take(end);
  }

  function member(path: JsonSpan['path']): boolean {
    match(SPACE);
    const from = at;
    const key = match(TEXT);
    return key !== undefined && take(':') && value([...path, nameIn(key)], from);
  }

  const isWhole = value([]);
  match(SPACE);
  return isWhole && at === text.length ? { spans } : { spans, brokenAt: at };
}

function nameIn(key: string): string {
  try {
    return JSON.parse(key) as string;
  } catch {
    return key;
  }
}
