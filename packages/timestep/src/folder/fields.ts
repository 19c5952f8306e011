import { isJsonObject, type JsonObject, type JsonValue } from '../core/index.ts';
import { FolderError } from './folder-error.ts';
import { jsonLines, pathOf } from './json-lines.ts';

/**
 * An object of a JSON file, read field by field. An absent field is `undefined`; a field of another
 * form than asked for throws `FolderError`, naming file, line and field.
 */
export interface Fields {
  readonly value: JsonObject;
  text(name: string): string | undefined;
  texts(name: string): readonly string[] | undefined;
  /** Numbers may be written as texts. */
  number(name: string, least: number, most: number): number | undefined;
  flag(name: string): boolean | undefined;
  choice<T extends string>(name: string, among: readonly T[]): T | undefined;
  /** Empty where the field is absent. */
  inside(name: string): Fields;
  list(name: string): readonly Fields[] | undefined;
  /** A field that must be there. */
  needed<T>(name: string, value: T | undefined): T;
  wrong(name: string, what: string): FolderError;
}

/** Reads the JSON of a file, which must hold an object. Throws `FolderError`. */
export function fieldsIn(text: string, file: string): Fields {
  const { lines, brokenAt } = jsonLines(text);
  if (brokenAt !== undefined) throw new FolderError(`${file}:${brokenAt} is not JSON`);
  const value = JSON.parse(text) as JsonValue;
  if (!isJsonObject(value)) throw new FolderError(`${file}:1 must be a JSON object`);
  return fieldsOf(value, '', (path, what) => {
    const known = lines.get(path) ?? lines.get(path.replace(/\.[^.]*$/, '')) ?? 1;
    return new FolderError(`${file}:${known} ${path} ${what}`);
  });
}

function fieldsOf(
  value: JsonObject,
  path: string,
  wrongAt: (path: string, what: string) => FolderError,
): Fields {
  const wrong = (name: string, what: string) => wrongAt(pathOf(path, name), what);
  const at = (name: string): JsonValue | undefined =>
    Object.hasOwn(value, name) ? value[name] : undefined;

  function list(name: string): readonly Fields[] | undefined {
    const given = at(name);
    if (given === undefined) return undefined;
    if (!isList(given)) throw wrong(name, 'must be a list');
    return given.map((item, index) => {
      const inside = `${name}[${index}]`;
      if (!isJsonObject(item)) throw wrong(inside, 'must be an object');
      return fieldsOf(item, pathOf(path, inside), wrongAt);
    });
  }

  return {
    value,
    text(name) {
      const given = at(name);
      if (given === undefined || typeof given === 'string') return given;
      throw wrong(name, 'must be a text');
    },
    texts(name) {
      const given = at(name);
      if (given === undefined) return undefined;
      if (isList(given) && given.every(isText)) return given;
      throw wrong(name, 'must be a list of texts');
    },
    number(name, least, most) {
      const given = at(name);
      if (given === undefined || given === '') return undefined;
      const number = typeof given === 'string' ? Number(given) : given;
      if (typeof number === 'number' && number >= least && number <= most) return number;
      throw wrong(name, `must be a number from ${least} to ${most}`);
    },
    flag(name) {
      const given = at(name);
      if (given === undefined || typeof given === 'boolean') return given;
      throw wrong(name, 'must be true or false');
    },
    choice(name, among) {
      const given = at(name);
      const known = among.find((one) => one === given);
      if (given === undefined || known !== undefined) return known;
      throw wrong(name, `must be ${among.join(', ')}`);
    },
    inside(name) {
      const given = at(name) ?? {};
      if (!isJsonObject(given)) throw wrong(name, 'must be an object');
      return fieldsOf(given, pathOf(path, name), wrongAt);
    },
    list,
    needed(name, found) {
      if (found === undefined || found === '') throw wrong(name, 'is missing');
      return found;
    },
    wrong,
  };
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function isText(value: JsonValue): value is string {
  return typeof value === 'string';
}
