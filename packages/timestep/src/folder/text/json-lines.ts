import { scanJson } from './scan-json.ts';

/**
 * The line number, from 1, of each field in a JSON text, by its path, such as `settings.topP` or
 * `list[0]`.
 */
export interface JsonLines {
  readonly lines: ReadonlyMap<string, number>;
  /** Line of the first syntax error. Undefined if the text is valid JSON. */
  readonly brokenAt?: number;
}

/** Finds the line numbers of all fields in a JSON text. */
export function findJsonLines(text: string): JsonLines {
  const { spans, brokenAt } = scanJson(text);
  const lineAt = createLineFinder(text);
  const inOrder = spans.toSorted((a, b) => a.from - b.from || b.end - a.end);
  const lines = new Map(inOrder.map(({ path, from }) => [formatPath(path), lineAt(from)]));
  return brokenAt === undefined ? { lines } : { lines, brokenAt: lineAt(brokenAt) };
}

/** Creates a function that converts an offset in the text to a line number, counted from 1. */
function createLineFinder(text: string): (at: number) => number {
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

/** Returns the path of a field in a parent. The path of the root is empty. */
export function joinPath(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

/** Returns the path of a field's parent. */
export function getParentPath(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('.'), path.lastIndexOf('[')));
}

/** Formats a path for messages, such as `settings.topP` or `list[0]`. */
export function formatPath(path: readonly (string | number)[]): string {
  return path.reduce<string>(
    (field, part) => (typeof part === 'number' ? `${field}[${part}]` : joinPath(field, part)),
    '',
  );
}
