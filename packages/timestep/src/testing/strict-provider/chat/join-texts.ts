import type { JsonValue } from '#core';
import { listItemsOrEmptyObjects, toTextOrEmpty } from '../read-json.ts';

/** Returns the text of a message content, which is a string or a list of parts. */
export function joinTexts(content: JsonValue | undefined): string {
  const parts = listItemsOrEmptyObjects(content).map(({ text }) => toTextOrEmpty(text));
  return typeof content === 'string' ? content : parts.join('');
}
