import { isJsonObject, parseJson, type JsonValue } from '#core';

/** Replaces unpaired surrogates and NUL characters with U+FFFD, so the length stays the same. */
export function cleanText(text: string): string {
  const wellFormed = text.isWellFormed() ? text : text.toWellFormed();
  return wellFormed.includes('\0') ? wellFormed.replaceAll('\0', '\uFFFD') : wellFormed;
}

/**
 * Replaces unpaired surrogates and NUL in all texts and field names of a JSON value. Returns the same value
 * if nothing changes.
 */
export function cleanTextsInJson(value: JsonValue): JsonValue {
  if (typeof value === 'string') return cleanText(value);
  if (Array.isArray(value)) {
    const items = value as readonly JsonValue[];
    const cleaned = items.map(cleanTextsInJson);
    return cleaned.every((item, at) => item === items[at]) ? items : cleaned;
  }
  if (!isJsonObject(value)) return value;
  let isSame = true;
  const entries = Object.entries(value).map(([name, one]) => {
    const cleaned = [cleanText(name), cleanTextsInJson(one)] as const;
    isSame &&= cleaned[0] === name && cleaned[1] === one;
    return cleaned;
  });
  return isSame ? value : Object.fromEntries(entries);
}

/** Pattern of escaped surrogates and escaped NUL characters in JSON text. */
const ESCAPED = /\\u(?:d[89a-f]|0000)/i;

/** Whether the JSON arguments of a call contain no character that a provider refuses. */
export function areArgumentCharactersClean(text: string): boolean {
  if (!text.isWellFormed() || text.includes('\0')) return false;
  return !text.includes('\\') || !ESCAPED.test(text);
}

/**
 * Removes characters that a provider refuses from the JSON arguments of a call. Returns the same
 * text if nothing changes.
 */
export function cleanArgumentCharacters(text: string): string {
  if (areArgumentCharactersClean(text)) return text;
  const readable = cleanText(text);
  const parsed = ESCAPED.test(readable) ? parseJson(readable) : undefined;
  if (parsed === undefined) return readable;
  const cleaned = cleanTextsInJson(parsed);
  return cleaned === parsed ? readable : JSON.stringify(cleaned);
}

/** Cuts the middle out of a text that is longer than `limit`, and says how much was omitted. */
export function cutTextToLimit(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const note = `\n(${text.length - limit} characters were left out here)\n`;
  const kept = Math.max(limit - note.length - 20, 0);
  const head = Math.ceil(kept * 0.7);
  return `${text.slice(0, head)}${note}${text.slice(text.length - (kept - head))}`.toWellFormed();
}
