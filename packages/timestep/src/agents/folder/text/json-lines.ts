import type { Node } from 'jsonc-parser';
import { formatPath, joinPath } from './field-path.ts';
import { parseJsonTree, splitPropertyNode } from './json-tree.ts';

/** Finds the lines of fields by path, such as `settings.topP` or `list[0]`. */
export function findJsonLines(text: string): {
  readonly lines: ReadonlyMap<string, number>;
  readonly brokenAt?: number;
} {
  const { root, brokenAt } = parseJsonTree(text);
  const lineAt = createOffsetToLine(text);
  if (!root || brokenAt !== undefined) return { lines: new Map(), brokenAt: lineAt(brokenAt ?? 0) };
  const lines = new Map<string, number>();
  const visit = (node: Node, path: string, from: number): void => {
    lines.set(path, lineAt(from));
    for (const [index, child] of (node.children ?? []).entries()) {
      const { key, value } = splitPropertyNode(child);
      if (node.type === 'array') visit(child, formatPath([index], path), child.offset);
      else if (value) visit(value, joinPath(path, key), child.offset);
    }
  };
  visit(root, '', root.offset);
  return { lines };
}

/** Creates a function that converts offsets, in increasing order, to line numbers. */
function createOffsetToLine(text: string): (at: number) => number {
  let [line, next] = [1, text.indexOf('\n')];
  return (at) => {
    while (next !== -1 && next < at) {
      line += 1;
      next = text.indexOf('\n', next + 1);
    }
    return line;
  };
}
