import type { Node } from 'jsonc-parser';
import type { JsonValue } from '#core';
import { formatFieldPath, joinFieldPath } from './field-path.ts';
import { parseStrictJsonTree, splitPropertyNode } from './json-tree.ts';

/** A field that an object has more than once. */
export interface RepeatedField {
  readonly path: string;
  readonly firstLine: number;
  readonly line: number;
}

/** Maximum number of repeated fields that are listed. */
const MOST_REPEATED = 100;

/** Finds the line numbers of fields by path, such as `settings.topP` or `list[0]`. */
export function findJsonFieldLines(text: string): {
  readonly lines: ReadonlyMap<string, number>;
  readonly repeated: readonly RepeatedField[];
  readonly brokenAt?: number;
} {
  const { root, brokenAt } = parseStrictJsonTree(text);
  const lineAt = createAscendingOffsetToLineConverter(text);
  const repeated: RepeatedField[] = [];
  if (!root || brokenAt !== undefined) {
    return { lines: new Map(), repeated, brokenAt: lineAt(brokenAt ?? 0) };
  }
  const lines = new Map<string, number>();
  const visit = (node: Node, path: string, from: number): void => {
    const [firstLine, line] = [lines.get(path), lineAt(from)];
    const isInside = repeated.some((one) => path.startsWith(`${one.path}.`));
    if (firstLine !== undefined && !isInside && repeated.length < MOST_REPEATED)
      repeated.push({ path, firstLine, line });
    lines.set(path, line);
    for (const [index, child] of (node.children ?? []).entries()) {
      const { key, value } = splitPropertyNode(child);
      if (node.type === 'array') visit(child, formatFieldPath([index], path), child.offset);
      else if (value) visit(value, joinFieldPath(path, key), child.offset);
    }
  };
  visit(root, '', root.offset);
  return { lines, repeated };
}

/** Whether a JSON text has more field names than its parsed value, so that some are repeated. */
export function hasRepeatedFields(text: string, value: JsonValue): boolean {
  const strings = text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/g);
  let names = 0;
  for (const [, colon] of strings) if (colon !== undefined) names += 1;
  return names > countFields(value);
}

function countFields(value: JsonValue): number {
  if (typeof value !== 'object' || value === null) return 0;
  const inner: readonly JsonValue[] = Object.values(value);
  const own = Array.isArray(value) ? 0 : inner.length;
  return inner.reduce((count: number, one) => count + countFields(one), own);
}

/** Creates a function that converts offsets, in increasing order, to line numbers. */
function createAscendingOffsetToLineConverter(text: string): (at: number) => number {
  let [line, next] = [1, text.indexOf('\n')];
  return (at) => {
    while (next !== -1 && next < at) {
      line += 1;
      next = text.indexOf('\n', next + 1);
    }
    return line;
  };
}
