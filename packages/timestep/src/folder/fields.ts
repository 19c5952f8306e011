import { isJsonObject, type JsonObject, type JsonValue } from '../core/index.ts';
import { jsonLines, outerOf, pathOf } from './json-lines.ts';
import type { FolderProblem, Report } from './problem.ts';

/**
 * An object of a file, read field by field. An absent field is `undefined`; so is one of another form
 * than asked for, which is reported with file, line and field.
 */
export interface Fields {
  readonly value: JsonObject;
  /** In YAML, numbers and the like count as they are written. */
  text(name: string): string | undefined;
  texts(name: string): readonly string[] | undefined;
  /** Numbers may be written as texts. */
  number(name: string, least: number, most: number): number | undefined;
  flag(name: string): boolean | undefined;
  choice<T extends string>(name: string, among: readonly T[]): T | undefined;
  /** Empty where the field is absent. */
  inside(name: string): Fields;
  list(name: string): readonly Fields[] | undefined;
  /** A text that must be there; an empty one where it is not. */
  needed(name: string, found: string | undefined): string;
  /** The same place with another value. */
  with(value: JsonObject): Fields;
  /** On which line of its file a field is. */
  lineOf(name: string): number;
  wrong(name: string, what: string): void;
  warn(name: string, what: string): void;
}

/** Where fields were read, and what receives their problems. */
export interface FieldSource {
  readonly file: string;
  lineOf(path: string): number | undefined;
  /** How a scalar that is not a text stands in the file, where that may count as a text. */
  writtenAt?(path: string): string | undefined;
  readonly report: Report;
}

/** Reads the JSON of a file, which must hold an object; `undefined` where that is reported. */
export function fieldsIn(text: string, file: string, report: Report): Fields | undefined {
  const { lines, brokenAt } = jsonLines(text);
  if (brokenAt !== undefined) {
    report({ severity: 'mistake', file, line: brokenAt, message: 'is not JSON' });
    return undefined;
  }
  const value = JSON.parse(text) as JsonValue;
  if (!isJsonObject(value)) {
    report({ severity: 'mistake', file, line: 1, message: 'must be a JSON object' });
    return undefined;
  }
  return fieldsOf(value, { file, lineOf: (path) => lines.get(path), report });
}

/** The fields of an object that is part of a file. */
export function fieldsOf(value: JsonObject, source: FieldSource, path = ''): Fields {
  const lineOf = (name: string): number => lineIn(source, pathOf(path, name));
  const tell = (severity: FolderProblem['severity'], name: string, message: string): void => {
    const field = pathOf(path, name);
    source.report({ severity, file: source.file, line: lineOf(name), field, message });
  };
  const wrong = (name: string, what: string): undefined => {
    tell('mistake', name, what);
    return undefined;
  };
  const at = (name: string): JsonValue | undefined =>
    (Object.hasOwn(value, name) ? value[name] : undefined) ?? undefined;
  const textIn = (given: JsonValue, name: string): string | undefined =>
    typeof given === 'string' ? given : source.writtenAt?.(pathOf(path, name));

  return {
    value,
    text(name) {
      const given = at(name);
      return given === undefined
        ? undefined
        : (textIn(given, name) ?? wrong(name, 'must be a text'));
    },
    texts(name) {
      const given = at(name);
      if (given === undefined) return undefined;
      const texts = isList(given)
        ? given.map((item, index) => textIn(item, `${name}[${index}]`))
        : [undefined];
      const known = texts.filter((text) => text !== undefined);
      return known.length === texts.length ? known : wrong(name, 'must be a list of texts');
    },
    number(name, least, most) {
      const given = at(name);
      if (given === undefined || given === '') return undefined;
      const number = typeof given === 'string' ? Number(given) : given;
      const fits = typeof number === 'number' && number >= least && number <= most;
      return fits ? number : wrong(name, `must be a number from ${least} to ${most}`);
    },
    flag(name) {
      const given = at(name);
      if (given === undefined || typeof given === 'boolean') return given;
      return wrong(name, 'must be true or false');
    },
    choice(name, among) {
      const given = at(name);
      const known = among.find((one) => one === given);
      if (given === undefined || known !== undefined) return known;
      return wrong(name, `must be ${among.join(', ')}`);
    },
    inside(name) {
      const given = at(name) ?? {};
      if (!isJsonObject(given)) wrong(name, 'must be an object');
      return fieldsOf(isJsonObject(given) ? given : {}, source, pathOf(path, name));
    },
    list(name) {
      const given = at(name);
      if (given === undefined) return undefined;
      if (!isList(given)) return wrong(name, 'must be a list');
      return given.flatMap((item, index) => {
        const inside = `${name}[${index}]`;
        if (isJsonObject(item)) return [fieldsOf(item, source, pathOf(path, inside))];
        wrong(inside, 'must be an object');
        return [];
      });
    },
    needed(name, found) {
      if (found === undefined || found === '') wrong(name, 'is missing');
      return found ?? '';
    },
    with: (other) => fieldsOf(other, source, path),
    lineOf,
    wrong,
    warn: (name, what) => tell('warning', name, what),
  };
}

/** The line of a field; of one that is missing, that of the object that lacks it. */
function lineIn(source: FieldSource, path: string): number {
  let field = path;
  while (field !== '' && source.lineOf(field) === undefined) field = outerOf(field);
  return source.lineOf(field) ?? 1;
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
