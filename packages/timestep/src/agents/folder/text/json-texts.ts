import type { Node } from 'jsonc-parser';
import { jsonWithCommentsToJson } from './json-comments.ts';
import { parseStrictJsonTree, splitPropertyNode, type JsonPath } from './json-tree.ts';

/**
 * Replaces texts within JSON, also where a field occurs twice, and keeps all other characters but
 * comments. Returns undefined for a text that is not JSON.
 */
export function replaceJsonTexts(
  text: string,
  replace: (path: JsonPath, value: string) => string,
): string | undefined {
  const plain = jsonWithCommentsToJson(text);
  const { root, brokenAt } = parseStrictJsonTree(plain);
  if (!root || brokenAt !== undefined) return undefined;
  const pieces: string[] = [];
  let end = 0;
  const visit = (node: Node, path: JsonPath): void => {
    if (node.type === 'string') {
      const value = String(node.value);
      const replaced = replace(path, value);
      if (replaced === value) return;
      pieces.push(plain.slice(end, node.offset), JSON.stringify(replaced));
      end = node.offset + node.length;
    }
    for (const [index, child] of (node.children ?? []).entries()) {
      const { key, value } = splitPropertyNode(child);
      if (node.type === 'array') visit(child, [...path, String(index)]);
      else if (value) visit(value, [...path, key]);
    }
  };
  visit(root, []);
  return [...pieces, plain.slice(end)].join('');
}
