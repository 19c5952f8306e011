import type { Node } from 'jsonc-parser';
import { type JsonValue, isJsonObject } from '#core';
import {
  type JsonPath,
  parseStrictJsonTree,
  findProperty,
  splitPropertyNode,
} from './json-tree.ts';

/** Sets a value in JSON text and keeps all other characters. Missing parent objects are created. */
export function setJsonValue(text: string, path: JsonPath, value: JsonValue | undefined): string {
  const { root } = parseStrictJsonTree(text);
  const found = findProperty(root, path);
  if (value === undefined) return found ? removeProperty(text, found) : text;
  const before = path.length === 0 ? root : found && splitPropertyNode(found).value;
  if (before) {
    const written = text.slice(before.offset, before.offset + before.length);
    if (JSON.stringify(JSON.parse(written)) === JSON.stringify(value)) return text;
    return replaceNodeText(text, before, formatValueInStyle(value, text, path.length));
  }
  if (path.length === 0) return formatValueInStyle(value, text, 0);
  const parentPath = path.slice(0, -1);
  const name = path.at(-1) ?? '';
  const holder = findProperty(root, parentPath);
  const parent = parentPath.length === 0 ? root : holder && splitPropertyNode(holder).value;
  if (parent?.type !== 'object') return setJsonValue(text, parentPath, { [name]: value });
  const member = `${JSON.stringify(name)}: ${formatValueInStyle(value, text, path.length)}`;
  return addJsonProperty(text, parent, member, path.length);
}

function addJsonProperty(text: string, parent: Node, member: string, depth: number): string {
  const last = parent.children?.at(-1);
  if (!last) {
    const inside = `{${createIndentedLineBreak(text, depth)}${member}${createIndentedLineBreak(text, depth - 1)}}`;
    return replaceNodeText(text, parent, inside);
  }
  const isOnOneLine = !text.slice(parent.offset, last.offset).includes('\n');
  const between = isOnOneLine ? ', ' : `,${createIndentedLineBreak(text, depth)}`;
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
  return parent ? replaceNodeText(text, parent, '{}') : text;
}

function replaceNodeText(text: string, { offset, length }: Node, value: string): string {
  return text.slice(0, offset) + value + text.slice(offset + length);
}

function formatValueInStyle(value: JsonValue, text: string, depth: number): string {
  const isEmpty = isJsonObject(value) && Object.keys(value).length === 0;
  const formatted = JSON.stringify(value, undefined, isEmpty ? undefined : detectIndentation(text));
  return formatted.split('\n').join(createIndentedLineBreak(text, depth));
}

function createIndentedLineBreak(text: string, depth: number): string {
  return (text.includes('\r\n') ? '\r\n' : '\n') + detectIndentation(text).repeat(depth);
}

function detectIndentation(text: string): string {
  return /^\s*\{\s*\n([ \t]{1,16})"/.exec(text)?.[1] ?? '  ';
}
