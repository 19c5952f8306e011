import { scanJson } from './scan-json.ts';

/** On which line, from 1, each field of a JSON text is, by its path as `settings.topP` or `list[0]`. */
export interface JsonLines {
  readonly lines: ReadonlyMap<string, number>;
  /** The line where the text stops being JSON. */
  readonly brokenAt?: number;
}

/** Finds the lines of all fields. */
export function jsonLines(text: string): JsonLines {
  const { spans, brokenAt } = scanJson(text);
  const lineAt = lineFinder(text);
  const inOrder = spans.toSorted((a, b) => a.from - b.from || b.end - a.end);
  const lines = new Map(inOrder.map(({ path, from }) => [fieldOf(path), lineAt(from)]));
  return brokenAt === undefined ? { lines } : { lines, brokenAt: lineAt(brokenAt) };
}

/** The line of a place in a text, both counted as editors do: lines from 1. */
function lineFinder(text: string): (at: number) => number {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (at) => {
    let [low, high] = [0, starts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= at) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

/** The path of a field inside another; that of the whole is empty. */
export function pathOf(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

/** The path of what a field is in. */
export function outerOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('.'), path.lastIndexOf('[')));
}

/** A path as people write it, such as `settings.topP` or `list[0]`. */
export function fieldOf(path: readonly (string | number)[]): string {
  return path.reduce<string>(
    (field, part) => (typeof part === 'number' ? `${field}[${part}]` : pathOf(field, part)),
    '',
  );
}
