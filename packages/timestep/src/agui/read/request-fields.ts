import { isJsonObject, type JsonObject, type JsonValue } from '../../core/index.ts';
import { createInvalidFieldError } from '../wire/agui-error.ts';

/** A JSON object of a request, with the path prefix of its fields. */
export interface RequestObject {
  readonly object: JsonObject;
  readonly path: string;
}

/** Maximum length of an id chosen by a client, in characters. */
const MAX_ID_LENGTH = 512;

export function requireObjectField(value: JsonValue | undefined, path: string): RequestObject {
  if (!isJsonObject(value))
    throw createInvalidFieldError(path, `must be an object${describeActualType(value)}`);
  return { object: value, path: `${path}.` };
}

/** Reads a required string field. Throws if it is missing. */
export function requireText(request: RequestObject, name: string): string {
  const text = readText(request, name);
  if (text === undefined)
    throw createInvalidFieldError(request.path + name, 'is missing: it must be a string');
  return text;
}

export function readText({ object, path }: RequestObject, name: string): string | undefined {
  const value = object[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string')
    throw createInvalidFieldError(path + name, `must be a string${describeActualType(value)}`);
  return value;
}

export function requireId(request: RequestObject, name: string): string {
  const id = requireText(request, name);
  if (id !== '' && id.length <= MAX_ID_LENGTH) return id;
  throw createInvalidFieldError(request.path + name, `must have 1 to ${MAX_ID_LENGTH} characters`);
}

/** Reads a list field and passes each entry with its path to `read`. A missing list is empty. */
export function readList<Entry>(
  { object, path }: RequestObject,
  name: string,
  read: (entry: JsonValue, path: string) => Entry,
): Entry[] {
  const value = object[name] ?? [];
  if (!Array.isArray(value))
    throw createInvalidFieldError(path + name, `must be a list${describeActualType(value)}`);
  return value.map((entry: JsonValue, index) => read(entry, `${path}${name}[${index}]`));
}

/** Reads a field that must hold one of the given words. */
export function requireOneOf<Word extends string>(
  request: RequestObject,
  name: string,
  words: readonly Word[],
): Word {
  const given = requireText(request, name);
  const word = words.find((known) => known === given);
  if (word === undefined)
    throw createInvalidFieldError(request.path + name, `must be one of ${words.join(', ')}`);
  return word;
}

function describeActualType(value: JsonValue | undefined): string {
  if (value === undefined) return '';
  if (value === null) return ', not null';
  if (Array.isArray(value)) return ', not a list';
  return typeof value === 'object' ? ', not an object' : `, not a ${typeof value}`;
}
