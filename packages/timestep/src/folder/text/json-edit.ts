import { isJsonObject, type JsonValue } from '../../core/index.ts';
import { scanJson, type JsonSpan } from './scan-json.ts';

/** The field names that lead to a value in nested objects. */
export type JsonPath = readonly string[];

/**
 * Sets one value in a JSON text, or removes it if `value` is undefined. Every other character is
 * preserved, including unknown fields. Missing parent objects are created. The text must be an
 * object.
 */
export function setJsonValue(text: string, path: JsonPath, value: JsonValue | undefined): string {
  const spans = scanJson(text).spans;
  const found = findSpan(spans, path);
  if (value === undefined) return found ? removeMember(text, spans, found) : text;
  if (found) {
    if (JSON.stringify(JSON.parse(text.slice(found.start, found.end))) === JSON.stringify(value)) {
      return text;
    }
    return replaceSpan(text, found, formatValue(value, text, path.length));
  }
  const parentPath = path.slice(0, -1);
  const parent = findSpan(spans, parentPath);
  const name = path.at(-1) ?? '';
  if (!parent || text[parent.start] !== '{') {
    return setJsonValue(text, parentPath, { [name]: value });
  }
  return addMember(
    text,
    spans,
    parent,
    `${JSON.stringify(name)}: ${formatValue(value, text, path.length)}`,
  );
}

/** Finds the value at a path. If a field occurs twice, the last one is used, as in `JSON.parse`. */
function findSpan(spans: readonly JsonSpan[], path: JsonPath): JsonSpan | undefined {
  return spans.findLast((span) => isSamePath(span.path, path));
}

function isSamePath(a: JsonSpan['path'], b: JsonSpan['path']): boolean {
  return a.length === b.length && a.every((part, at) => part === b[at]);
}

function listMembers(spans: readonly JsonSpan[], { path }: JsonSpan): JsonSpan[] {
  return spans
    .filter((span) => span.path.length === path.length + 1)
    .filter((span) => isSamePath(span.path.slice(0, -1), path))
    .toSorted((a, b) => a.from - b.from);
}

function replaceSpan(text: string, { start, end }: JsonSpan, value: string): string {
  return text.slice(0, start) + value + text.slice(end);
}

function addMember(
  text: string,
  spans: readonly JsonSpan[],
  parent: JsonSpan,
  member: string,
): string {
  const last = listMembers(spans, parent).at(-1);
  const depth = parent.path.length + 1;
  const isOnOneLine = last !== undefined && !text.slice(parent.start, last.from).includes('\n');
  if (last) {
    const between = isOnOneLine ? ', ' : `,${createLineBreak(text, depth)}`;
    return text.slice(0, last.end) + between + member + text.slice(last.end);
  }
  const inside = `{${createLineBreak(text, depth)}${member}${createLineBreak(text, depth - 1)}}`;
  return replaceSpan(text, parent, inside);
}

function removeMember(text: string, spans: readonly JsonSpan[], span: JsonSpan): string {
  const parent = findSpan(spans, span.path.slice(0, -1).map(String));
  const members = parent ? listMembers(spans, parent) : [];
  const at = members.indexOf(span);
  const [before, after] = [members[at - 1], members[at + 1]];
  if (!parent || at === -1) return text;
  if (before) return text.slice(0, before.end) + text.slice(span.end);
  if (after) return text.slice(0, span.from) + text.slice(after.from);
  return replaceSpan(text, parent, '{}');
}

/** Formats a value with the indentation of the text, at the given nesting depth. */
function formatValue(value: JsonValue, text: string, depth: number): string {
  const unit = detectIndentation(text);
  const lines = (
    isEmptyObject(value) ? JSON.stringify(value) : JSON.stringify(value, undefined, unit)
  ).split('\n');
  return lines.join(createLineBreak(text, depth));
}

function isEmptyObject(value: JsonValue): boolean {
  return isJsonObject(value) && Object.keys(value).length === 0;
}

function createLineBreak(text: string, depth: number): string {
  return (text.includes('\r\n') ? '\r\n' : '\n') + detectIndentation(text).repeat(depth);
}

/** Returns the indentation of the first field in the text. Default: two spaces. */
function detectIndentation(text: string): string {
  return /^\s*\{\s*\n([ \t]{1,16})"/.exec(text)?.[1] ?? '  ';
}
