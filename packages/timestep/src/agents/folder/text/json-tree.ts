import type { Node } from 'jsonc-parser';
import { isNestedTooDeep } from '#core';
import { loadJsonParser } from './load-parsers.ts';

export type JsonPath = readonly string[];

/** Parses JSON to a syntax tree with offsets. Too deeply nested texts are not parsed. */
export function parseStrictJsonTree(text: string): {
  readonly root?: Node;
  readonly brokenAt?: number;
} {
  if (isNestedTooDeep(text)) return { brokenAt: 0 };
  const errors: { readonly offset: number }[] = [];
  const options = { disallowComments: true };
  const root = loadJsonParser().parseTree(text, errors as never, options);
  return { ...(root && { root }), ...(errors[0] && { brokenAt: errors[0].offset }) };
}

export function splitPropertyNode({ children = [] }: Node): {
  readonly key: string;
  readonly value?: Node;
} {
  const [key, value] = children;
  return { key: String(key?.value), ...(value && { value }) };
}

/** Finds a property. If a field occurs twice, the last one counts, as in `JSON.parse`. */
export function findProperty(root: Node | undefined, path: JsonPath): Node | undefined {
  let property: Node | undefined;
  let within = root;
  for (const name of path) {
    if (within?.type !== 'object') return undefined;
    property = within.children?.findLast((one) => splitPropertyNode(one).key === name);
    within = property && splitPropertyNode(property).value;
  }
  return property;
}
