import { isJsonObject, type JsonObject, type JsonValue } from '../../core/index.ts';
import { invalidField } from '../wire/agui-error.ts';

/** An object of a request, and the path that leads to its fields. */
export interface From {
  readonly object: JsonObject;
  readonly path: string;
}

/** The longest id that a client may choose. */
const LONGEST_ID = 512;

export function objectAt(value: JsonValue | undefined, path: string): From {
  if (!isJsonObject(value)) throw invalidField(path, `must be an object${instead(value)}`);
  return { object: value, path: `${path}.` };
}

/** A text; an absent one is refused. */
export function textAt(from: From, name: string): string {
  const text = optionalTextAt(from, name);
  if (text === undefined) throw invalidField(from.path + name, 'is missing: it must be a string');
  return text;
}

export function optionalTextAt({ object, path }: From, name: string): string | undefined {
  const value = object[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string')
    throw invalidField(path + name, `must be a string${instead(value)}`);
  return value;
}

export function idAt(from: From, name: string): string {
  const id = textAt(from, name);
  if (id !== '' && id.length <= LONGEST_ID) return id;
  throw invalidField(from.path + name, `must have 1 to ${LONGEST_ID} characters`);
}

/** The entries of a list, each with its path; an absent list is empty. */
export function listAt<Entry>(
  { object, path }: From,
  name: string,
  read: (entry: JsonValue, path: string) => Entry,
): Entry[] {
  const value = object[name] ?? [];
  if (!Array.isArray(value)) throw invalidField(path + name, `must be a list${instead(value)}`);
  return value.map((entry: JsonValue, index) => read(entry, `${path}${name}[${index}]`));
}

/** One of the words that a field may hold. */
export function wordAt<Word extends string>(
  from: From,
  name: string,
  words: readonly Word[],
): Word {
  const given = textAt(from, name);
  const word = words.find((known) => known === given);
  if (word === undefined)
    throw invalidField(from.path + name, `must be one of ${words.join(', ')}`);
  return word;
}

function instead(value: JsonValue | undefined): string {
  if (value === undefined) return '';
  if (value === null) return ', not null';
  if (Array.isArray(value)) return ', not a list';
  return typeof value === 'object' ? ', not an object' : `, not a ${typeof value}`;
}
