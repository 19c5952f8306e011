import { isJsonObject, type ContentPart, type Message, type RequestPart } from '#core';
import type { BodyPath } from './refused-path.ts';

/**
 * Finds the messages and parts of a transcript that correspond to a path in a request body.
 * Compares texts, because every provider arranges messages differently.
 */
export function findPartsAtPath(
  messages: readonly Message[],
  body: unknown,
  path: BodyPath,
  toToolName: (name: string) => string,
): readonly RequestPart[] {
  const nodes = listValuesOnPath(body, path);
  if (path[0] === 'tools' || String(path[0]).startsWith('tool')) {
    const name = nodes.map(getToolName).findLast((found) => found !== undefined);
    return name === undefined ? [] : [{ tool: toToolName(name) }];
  }
  const [list, ...inner] = nodes;
  const [, position] = path;
  if (!Array.isArray(list) || typeof position !== 'number') return [];
  for (const node of inner.toReversed()) {
    const found = findPartsByText(messages, node, list.slice(0, position));
    if (found.length > 0) return found;
  }
  return [];
}

/** Lists the values at each step of a path through a request body, from the root. */
function listValuesOnPath(body: unknown, path: BodyPath): readonly unknown[] {
  const nodes: unknown[] = [];
  let node = body;
  for (const step of path) {
    if (typeof node !== 'object' || node === null) return nodes;
    const fields = node as Readonly<Record<string, unknown>>;
    node = fields[step] ?? fields[toCamelCase(String(step))];
    if (node === undefined) return nodes;
    nodes.push(node);
  }
  return nodes;
}

function toCamelCase(name: string): string {
  return name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function getToolName(node: unknown): string | undefined {
  if (!isJsonObject(node)) return undefined;
  const places = [node, node['function'], node['toolSpec']];
  const names = places.map((place) => (isJsonObject(place) ? place['name'] : undefined));
  return names.find((name) => typeof name === 'string');
}

interface Candidate {
  readonly part: RequestPart;
  readonly texts: readonly string[];
}

/**
 * Finds the transcript parts whose texts occur in a value of the request body. If several parts have the same
 * text, the order of parts decides.
 */
function findPartsByText(
  messages: readonly Message[],
  node: unknown,
  before: readonly unknown[],
): readonly RequestPart[] {
  const leaves = new Set(listTextsWithAndWithoutDataUrlPrefix(node));
  const earlier = before.map((one) => new Set(listTextsWithAndWithoutDataUrlPrefix(one)));
  const matching = listPartCandidates(messages).flatMap(({ part, texts }) => {
    const text = texts.find((one) => leaves.has(one));
    return text === undefined ? [] : [{ part, text }];
  });
  return [...Map.groupBy(matching, ({ text }) => text)].map(([text, equal]) => {
    const passed = earlier.filter((one) => one.has(text)).length;
    return (equal[passed] ?? equal.at(-1) ?? { part: { message: -1 } }).part;
  });
}

function listTextsWithAndWithoutDataUrlPrefix(node: unknown): readonly string[] {
  if (typeof node === 'string') return [node, stripDataUrl(node)];
  if (typeof node !== 'object' || node === null) return [];
  return Object.values(node).flatMap(listTextsWithAndWithoutDataUrlPrefix);
}

function listPartCandidates(messages: readonly Message[]): readonly Candidate[] {
  return messages.flatMap(messageToPartCandidates);
}

function messageToPartCandidates(message: Message, index: number): readonly Candidate[] {
  switch (message.role) {
    case 'system':
      return [];
    case 'user':
      return typeof message.content === 'string'
        ? [{ part: { message: index }, texts: [message.content] }]
        : partsToCandidates(message.content, index);
    case 'assistant': {
      const ids = (message.tool_calls ?? []).map(({ id }) => id);
      const said = message.content ? [message.content] : [];
      return [{ part: { message: index }, texts: [...said, ...ids] }];
    }
    case 'tool': {
      const texts = message.content === '' ? [] : [message.content];
      const own = { part: { message: index }, texts: [...texts, message.tool_call_id] };
      return [own, ...partsToCandidates(message.attachments ?? [], index)];
    }
  }
}

function partsToCandidates(parts: readonly ContentPart[], message: number): Candidate[] {
  return parts.map((part, position) => ({
    part: { message, part: position },
    texts: [getPartText(part)],
  }));
}

function getPartText(part: ContentPart): string {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'data':
      return JSON.stringify(part.data);
    case 'image_url':
      return stripDataUrl(part.image_url.url);
    case 'file':
      return stripDataUrl(part.file.url);
  }
}

/**
 * Returns the data of a data URL without its prefix, because some providers receive only the data.
 */
function stripDataUrl(url: string): string {
  return url.startsWith('data:') ? url.slice(url.indexOf(',') + 1) : url;
}
