import { parseJson, type JsonValue } from '#core';

/** The beginning of a body, which is stored while the body passes by. */
export interface StoredBody {
  text: string;
  isCut: boolean;
  /** JSON values of the body; undefined until the body is parsed. */
  parsed?: readonly JsonValue[] | undefined;
}

const MOST_CHARACTERS = 64_000;

export function appendToStoredBody(body: StoredBody, text: string): void {
  const room = MOST_CHARACTERS - body.text.length;
  if (text.length > room) body.isCut = true;
  body.text += text.slice(0, room);
  body.parsed = undefined;
}

/**
 * Reads a body: JSON, the events of a stream, a form as an object, or another text. A body that was cut is no JSON,
 * and is returned as text.
 */
export function readBodies(text: string, type: string): readonly JsonValue[] {
  if (text === '') return [];
  if (type.startsWith('text/event-stream')) return readEventsAsJsonOrText(text);
  if (type.startsWith('application/x-www-form-urlencoded')) {
    return [Object.fromEntries(new URLSearchParams(text))];
  }
  return [parseJson(text) ?? text];
}

function readEventsAsJsonOrText(text: string): readonly JsonValue[] {
  return text.split(/\r?\n\r?\n/).flatMap((event) => {
    const data = event
      .split(/\r?\n/)
      .filter((line) => line.startsWith('data:'))
      .map((line) => line.slice('data:'.length).replace(/^ /, ''))
      .join('\n');
    return data === '' ? [] : [parseJson(data) ?? data];
  });
}
