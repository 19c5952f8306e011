import type { SyntaxNode, Tree } from '@lezer/common';

/** Where the cursor is in a JSON text. */
export interface JsonPosition {
  /** Names and indexes that lead to the object, list or value at the cursor. */
  readonly path: readonly string[];
  /** Whether a name of a field or a value is written here. */
  readonly kind: 'name' | 'value';
  /** Range of the text that a completion replaces. */
  readonly from: number;
  readonly to: number;
  /** Whether the range is inside of a text in quotes. */
  readonly isQuoted: boolean;
  /** Names that the object already has. Empty at a value. */
  readonly present: readonly string[];
  /** Whether a colon follows the range. */
  readonly hasColon: boolean;
}

/** Finds what is written at a position of a JSON text. Undefined where neither a name nor a value fits. */
export function findJsonPosition(tree: Tree, text: string, at: number): JsonPosition | undefined {
  const node = tree.resolveInner(at, -1);
  if (node.name === 'PropertyName') return toQuotedName(node, text, at);
  if (node.name === 'String')
    return at > node.from && at < node.to ? toQuotedValue(node, text) : undefined;
  if (node.name === 'Property') return toGap(listPath(node, text), 'value', at);
  if (node.name === 'Object') return findPositionInObject(node, text, at);
  if (node.name === 'Array' || node.name === '[') {
    const list = node.name === '[' ? node.parent : node;
    return list
      ? toGap(listPath(list, text, [String(countItems(list, at))]), 'value', at)
      : undefined;
  }
  const { parent } = node;
  if (node.name === '{' && parent) return findPositionInObject(parent, text, at);
  if (parent?.name === 'Property') return toGap(listPath(parent, text), 'value', at);
  return undefined;
}

/** At a gap of an object: after `{` and `,` a name fits, after a name and `:` its value. */
function findPositionInObject(
  object: SyntaxNode,
  text: string,
  at: number,
): JsonPosition | undefined {
  const before = object.childBefore(at);
  const isAfterColon = /:\s*$/.test(text.slice(before?.from ?? object.from, at));
  if (before?.name === 'Property' && isAfterColon)
    return toGap(listPath(before, text), 'value', at);
  const isAfterStart = /[{,]\s*$/.test(text.slice(object.from, at));
  if (!isAfterStart) return undefined;
  return { ...toGap(listPath(object, text), 'name', at), present: listNames(object, text) };
}

function toQuotedName(node: SyntaxNode, text: string, at: number): JsonPosition | undefined {
  const object = node.parent?.parent;
  if (!object || at === node.from || at === node.to) return undefined;
  const own = readText(node, text);
  return {
    path: listPath(object, text),
    kind: 'name',
    from: node.from,
    to: node.to,
    isQuoted: true,
    present: listNames(object, text).filter((name) => name !== own),
    hasColon: /^\s*:/.test(text.slice(node.to)),
  };
}

function toQuotedValue(node: SyntaxNode, text: string): JsonPosition {
  const { from, to } = node;
  return { ...toGap(listPath(node, text), 'value', from), to, isQuoted: true };
}

function toGap(path: readonly string[], kind: JsonPosition['kind'], at: number): JsonPosition {
  return { path, kind, from: at, to: at, isQuoted: false, present: [], hasColon: false };
}

/** Lists the names and indexes that lead to a node, from the outermost, and then `below`. */
function listPath(
  node: SyntaxNode,
  text: string,
  below: readonly string[] = [],
): readonly string[] {
  const path: string[] = [];
  for (let at: SyntaxNode | null = node; at; at = at.parent) {
    const name = at.name === 'Property' ? at.getChild('PropertyName') : null;
    if (name) path.push(readText(name, text));
    else if (at.parent?.name === 'Array') path.push(String(countItems(at.parent, at.from)));
  }
  return [...path.toReversed(), ...below];
}

function countItems(list: SyntaxNode, at: number): number {
  let count = 0;
  for (let item = list.firstChild; item && item.to <= at; item = item.nextSibling) {
    if (!['[', ']', ',', '⚠'].includes(item.name)) count += 1;
  }
  return count;
}

function listNames(object: SyntaxNode, text: string): readonly string[] {
  return object
    .getChildren('Property')
    .flatMap((property) => property.getChild('PropertyName') ?? [])
    .map((name) => readText(name, text));
}

/** Reads a text in quotes. A text with escapes is read as it is written. */
function readText({ from, to }: SyntaxNode, text: string): string {
  return text.slice(from, to).replaceAll(/^"|"$/g, '');
}
