/** On which line, from 1, each field of a JSON text is, by its path as `settings.topP` or `list[0]`. */
export interface JsonLines {
  readonly lines: ReadonlyMap<string, number>;
  /** The line where the text stops being JSON. */
  readonly brokenAt?: number;
}

const SPACE = /\s*/y;
const TEXT = /"(?:[^"\\\n]|\\.)*"/y;
const SCALAR = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/**
 * Finds the lines of all fields; `JSON.parse` reports no lines of fields, and of mistakes only
 * some.
 */
export function jsonLines(text: string): JsonLines {
  const lines = new Map<string, number>();
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

  function line(): number {
    match(SPACE);
    return text.slice(0, at).split('\n').length;
  }

  /** False where the text is broken, with `at` left on the place. */
  function value(path: string): boolean {
    if (!lines.has(path)) lines.set(path, line());
    if (take('{')) return items('}', () => member(path));
    if (take('[')) {
      let index = 0;
      return items(']', () => value(`${path}[${index++}]`));
    }
    return (match(TEXT) ?? match(SCALAR)) !== undefined;
  }

  function items(end: string, item: () => boolean): boolean {
    if (take(end)) return true;
    do if (!item()) return false;
    while (take(','));
    return take(end);
  }

  function member(path: string): boolean {
    const here = line();
    const key = match(TEXT);
    if (key === undefined) return false;
    const inside = pathOf(path, nameIn(key));
    lines.set(inside, here);
    if (!take(':')) return false;
    match(SPACE);
    return value(inside);
  }

  const isWhole = value('') && line() > 0 && at === text.length;
  return isWhole ? { lines } : { lines, brokenAt: line() };
}

/** The path of a field inside another; that of the whole is empty. */
export function pathOf(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

function nameIn(key: string): string {
  try {
    return JSON.parse(key) as string;
  } catch {
    return key;
  }
}
