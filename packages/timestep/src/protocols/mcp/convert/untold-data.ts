import { isJsonObject, type JsonValue } from '#core';

/**
 * Limits of the search for a result's data in its text: maximum number of values, and maximum length of the
 * text.
 */
const MOST_VALUES = 1000;
const LONG_TEXT = 20_000;

/** Matches two neighboring characters that belong to the same word. */
const PAIR = /^[\p{L}\p{N}_]{2}$/u;

/**
 * Returns the JSON text of a result's structured data if the result's text lacks some of its values. Servers should
 * repeat data as text (MCP, Structured Content), but many only summarize it.
 */
export function formatDataUnlessInText(data: JsonValue, text: string): string | undefined {
  const json = JSON.stringify(data);
  if (text.includes(json)) return undefined;
  if (text.length > LONG_TEXT) return text.length >= json.length ? undefined : json;
  return text !== '' && containsAllValues(data, text, { values: MOST_VALUES }) ? undefined : json;
}

function containsAllValues(data: JsonValue, text: string, left: { values: number }): boolean {
  left.values -= 1;
  if (left.values < 0) return false;
  if (Array.isArray(data))
    return data.every((item: JsonValue) => containsAllValues(item, text, left));
  if (isJsonObject(data))
    return Object.values(data).every((item) => containsAllValues(item, text, left));
  if (typeof data === 'number') return containsWholeWord(text, String(data));
  if (typeof data !== 'string') return true;
  return (
    containsWholeWord(text, data) || containsWholeWord(text, JSON.stringify(data).slice(1, -1))
  );
}

/** Returns whether a text contains a word that is not part of a longer word. */
function containsWholeWord(text: string, word: string): boolean {
  if (word === '') return true;
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    const [before, after] = [text.charAt(at - 1), text.charAt(at + word.length)];
    if (!PAIR.test(before + word.charAt(0)) && !PAIR.test(word.at(-1) + after)) return true;
  }
  return false;
}
