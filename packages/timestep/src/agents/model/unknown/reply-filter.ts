import { isJsonObject, type JsonObject, type JsonValue } from '#core';

/** Removes from a streamed reply the events on which the provider's AI SDK package would fail. */
export interface ReplyFilter {
  /**
   * Returns the events that take the place of a streamed event. If there are several, the first is the event
   * itself.
   */
  readonly fitEvent: (event: JsonObject) => readonly JsonObject[];
}

/** Describes the omitted parts of a reply. Users see the text in the model's reasoning. */
export function describeUnknownBlocks(kinds: Iterable<string>): string {
  const names = [...new Set(kinds)].slice(0, MOST_NAMED).map((kind) => kind.slice(0, LONGEST_NAME));
  return `(left out here, because it is of an unknown type: ${names.join(', ')})`.toWellFormed();
}

const MOST_NAMED = 5;
const LONGEST_NAME = 60;

export function filterJsonObjects(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]).filter(isJsonObject) : [];
}

export function toObject(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

export function getTextOrEmpty(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
