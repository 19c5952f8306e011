import { isJsonObject, type JsonValue } from '../core/index.ts';
import { scanJson, type JsonSpan } from './scan-json.ts';

/** The names that lead to a value within objects. */
export type JsonPath = readonly string[];

/**
 * A JSON text with one value set, or removed where it is `undefined`; every other character stays as it
 * is, and so do names that are not known here. Objects on the way are made. The text must be an object.
 */
export function withJsonValue(text: string, path: JsonPath, value: JsonValue | undefined): string {
  const spans = scanJson(text).spans;
  const found = spanAt(spans, path);
  if (value === undefined) return found ? without(text, spans, found) : text;
  if (found) {
    if (JSON.stringify(JSON.parse(text.slice(found.start, found.end))) === JSON.stringify(value)) {
      return text;
    }
    return replaced(text, found, written(value, text, path.length));
  }
  const parentPath = path.slice(0, -1);
  const parent = spanAt(spans, parentPath);
  const name = path.at(-1) ?? '';
  if (!parent || text[parent.start] !== '{') {
    return withJsonValue(text, parentPath, { [name]: value });
  }
  return withMember(
    text,
    spans,
    parent,
    `${JSON.stringify(name)}: ${written(value, text, path.length)}`,
  );
}

/** The last one counts, as it does for `JSON.parse`. */
function spanAt(spans: readonly JsonSpan[], path: JsonPath): JsonSpan | undefined {
  return spans.findLast((span) => isSame(span.path, path));
}

function isSame(a: JsonSpan['path'], b: JsonSpan['path']): boolean {
  return a.length === b.length && a.every((part, at) => part === b[at]);
}

function membersOf(spans: readonly JsonSpan[], { path }: JsonSpan): JsonSpan[] {
  return spans
    .filter((span) => span.path.length === path.length + 1)
    .filter((span) => isSame(span.path.slice(0, -1), path))
    .toSorted((a, b) => a.from - b.from);
}

function replaced(text: string, { start, end }: JsonSpan, value: string): string {
  return text.slice(0, start) + value + text.slice(end);
}

function withMember(
  text: string,
  spans: readonly JsonSpan[],
  parent: JsonSpan,
  member: string,
): string {
  const last = membersOf(spans, parent).at(-1);
  const depth = parent.path.length + 1;
  const isOnOneLine = last !== undefined && !text.slice(parent.start, last.from).includes('\n');
  if (last) {
    const between = isOnOneLine ? ', ' : `,${lineBreak(text, depth)}`;
    return text.slice(0, last.end) + between + member + text.slice(last.end);
  }
  const inside = `{${lineBreak(text, depth)}${member}${lineBreak(text, depth - 1)}}`;
  return replaced(text, parent, inside);
}

function without(text: string, spans: readonly JsonSpan[], span: JsonSpan): string {
  const parent = spanAt(spans, span.path.slice(0, -1).map(String));
  const members = parent ? membersOf(spans, parent) : [];
  const at = members.indexOf(span);
  const [before, after] = [members[at - 1], members[at + 1]];
  if (!parent || at === -1) return text;
  if (before) return text.slice(0, before.end) + text.slice(span.end);
  if (after) return text.slice(0, span.from) + text.slice(after.from);
  return replaced(text, parent, '{}');
}

/** A value with the indentation of the text, for a place so many objects deep. */
function written(value: JsonValue, text: string, depth: number): string {
  const unit = indentationOf(text);
  const lines = (
    isEmpty(value) ? JSON.stringify(value) : JSON.stringify(value, undefined, unit)
  ).split('\n');
  return lines.join(lineBreak(text, depth));
}

function isEmpty(value: JsonValue): boolean {
  return isJsonObject(value) && Object.keys(value).length === 0;
}

function lineBreak(text: string, depth: number): string {
  return (text.includes('\r\n') ? '\r\n' : '\n') + indentationOf(text).repeat(depth);
}

/** How far the first name is from the edge. */
function indentationOf(text: string): string {
  return /^\s*\{\s*\n([ \t]{1,16})"/.exec(text)?.[1] ?? '  ';
}
