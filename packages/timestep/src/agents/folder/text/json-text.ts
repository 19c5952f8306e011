import type { Node } from 'jsonc-parser';
import { isJsonObject, type JsonValue } from '../../../core/index.ts';
import { loadJsonParser } from './load-parsers.ts';

export type JsonPath = readonly string[];

export interface JsonLines {
  /** Line, from 1, by path, such as `settings.topP` or `list[0]`. */
  readonly lines: ReadonlyMap<string, number>;
  readonly brokenAt?: number;
}

export function findJsonLines(text: string): JsonLines {
  const { root, brokenAt } = parse(text);
  const lineAt = createLineFinder(text);
  if (!root || brokenAt !== undefined) return { lines: new Map(), brokenAt: lineAt(brokenAt ?? 0) };
  const lines = new Map<string, number>();
  const visit = (node: Node, path: string, from: number): void => {
    lines.set(path, lineAt(from));
    for (const [index, child] of (node.children ?? []).entries()) {
      const { key, value } = readProperty(child);
      if (node.type === 'array') visit(child, formatPath([index], path), child.offset);
      else if (value) visit(value, joinPath(path, key), child.offset);
    }
  };
  visit(root, '', root.offset);
  return { lines };
}

/** Keeps all other characters, unlike `modify` of jsonc-parser. Missing parents are created. */
export function setJsonValue(text: string, path: JsonPath, value: JsonValue | undefined): string {
  const { root } = parse(text);
  const found = findProperty(root, path);
  if (value === undefined) return found ? removeProperty(text, found) : text;
  const before = path.length === 0 ? root : found && readProperty(found).value;
  if (before) {
    const written = text.slice(before.offset, before.offset + before.length);
    if (JSON.stringify(JSON.parse(written)) === JSON.stringify(value)) return text;
    return replace(text, before, formatValue(value, text, path.length));
  }
  const parentPath = path.slice(0, -1);
  const name = path.at(-1) ?? '';
  const holder = findProperty(root, parentPath);
  const parent = parentPath.length === 0 ? root : holder && readProperty(holder).value;
  if (parent?.type !== 'object') return setJsonValue(text, parentPath, { [name]: value });
  const member = `${JSON.stringify(name)}: ${formatValue(value, text, path.length)}`;
  return addProperty(text, parent, member, path.length);
}

function parse(text: string): { readonly root?: Node; readonly brokenAt?: number } {
  const errors: { readonly offset: number }[] = [];
  const options = { disallowComments: true };
  const root = loadJsonParser().parseTree(text, errors as never, options);
  return { ...(root && { root }), ...(errors[0] && { brokenAt: errors[0].offset }) };
}

function readProperty({ children = [] }: Node): { readonly key: string; readonly value?: Node } {
  const [key, value] = children;
  return { key: String(key?.value), ...(value && { value }) };
}

/** If a field occurs twice, the last one counts, as in `JSON.parse`. */
function findProperty(root: Node | undefined, path: JsonPath): Node | undefined {
  let property: Node | undefined;
  let within = root;
  for (const name of path) {
    if (within?.type !== 'object') return undefined;
    property = within.children?.findLast((one) => readProperty(one).key === name);
    within = property && readProperty(property).value;
  }
  return property;
}

function addProperty(text: string, parent: Node, member: string, depth: number): string {
  const last = parent.children?.at(-1);
  if (!last) {
    const inside = `{${createLineBreak(text, depth)}${member}${createLineBreak(text, depth - 1)}}`;
    return replace(text, parent, inside);
  }
  const isOnOneLine = !text.slice(parent.offset, last.offset).includes('\n');
  const between = isOnOneLine ? ', ' : `,${createLineBreak(text, depth)}`;
  const end = last.offset + last.length;
  return text.slice(0, end) + between + member + text.slice(end);
}

function removeProperty(text: string, property: Node): string {
  const { parent } = property;
  const all = parent?.children ?? [];
  const at = all.indexOf(property);
  const [before, after] = [all[at - 1], all[at + 1]];
  const end = property.offset + property.length;
  if (before) return text.slice(0, before.offset + before.length) + text.slice(end);
  if (after) return text.slice(0, property.offset) + text.slice(after.offset);
  return parent ? replace(text, parent, '{}') : text;
}

function replace(text: string, { offset, length }: Node, value: string): string {
  return text.slice(0, offset) + value + text.slice(offset + length);
}

/** Uses the indentation of the text. */
function formatValue(value: JsonValue, text: string, depth: number): string {
  const isEmpty = isJsonObject(value) && Object.keys(value).length === 0;
  const formatted = JSON.stringify(value, undefined, isEmpty ? undefined : detectIndentation(text));
  return formatted.split('\n').join(createLineBreak(text, depth));
}

function createLineBreak(text: string, depth: number): string {
  return (text.includes('\r\n') ? '\r\n' : '\n') + detectIndentation(text).repeat(depth);
}

/** Default: two spaces. */
function detectIndentation(text: string): string {
  return /^\s*\{\s*\n([ \t]{1,16})"/.exec(text)?.[1] ?? '  ';
}

/** Offsets must not decrease between calls. */
function createLineFinder(text: string): (at: number) => number {
  let [line, next] = [1, text.indexOf('\n')];
  return (at) => {
    while (next !== -1 && next < at) {
      line += 1;
      next = text.indexOf('\n', next + 1);
    }
    return line;
  };
}

function joinPath(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

export function getParentPath(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('.'), path.lastIndexOf('[')));
}

/** Formats a path for messages, such as `settings.topP` or `list[0]`. */
export function formatPath(path: readonly (string | number)[], parent = ''): string {
  return path.reduce<string>(
    (field, part) => (typeof part === 'number' ? `${field}[${part}]` : joinPath(field, part)),
    parent,
  );
}
