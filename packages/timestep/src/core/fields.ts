import { isJsonObject, type JsonObject, type JsonValue } from './data/json.ts';
import { describeIdProblem } from './text/id-problem.ts';

/** Kind of problem with a field of a JSON object. */
export type FieldMistake = 'missing' | 'wrong-type' | 'wrong-value';

/** Rules for reading the fields of JSON objects: how problems are reported, and which values are accepted. */
export interface FieldRules {
  /** Throws or records a problem. If it returns, the reader returns `undefined`, or an empty value if required. */
  readonly report: (path: string, problem: string, mistake: FieldMistake) => void;
  /** Message for a missing field. Default: `is missing`. */
  readonly missing?: string;
  /** What error messages call a list value, such as `an array`. Default: `a list`. */
  readonly listName?: string;
  /**
   * What error messages contain besides the path: the type of an invalid value (`type`), or also an unknown
   * word itself (`word`).
   */
  readonly shows?: 'type' | 'word';
  /** Whether an empty string counts as absent, as in ProtoJSON. */
  readonly ignoresEmptyTexts?: boolean;
  /** Whether a string that contains a number counts as a number. */
  readonly readsNumbersInTexts?: boolean;
  /** Whether null is reported as a wrong type. Default: null counts as absent. */
  readonly rejectsNull?: boolean;
  /**
   * Converts a value that is not a string, such as a number in YAML, to the string it counts as.
   */
  readonly toText?: (path: string, value: JsonValue) => string | undefined;
}

/** A JSON object with its path, such as `tools[0]`; the path of the outermost object is empty. */
export interface Fields {
  readonly object: JsonObject;
  readonly path: string;
  readonly rules: FieldRules;
}

/** Wraps a JSON object, so that the functions of this file can read its fields. */
export function createFields(object: JsonObject, rules: FieldRules, path = ''): Fields {
  return { object, path, rules };
}

/** Reads an outermost value, which must be an object. `name` is its name in messages. */
export function toFields(value: JsonValue | undefined, rules: FieldRules, name: string): Fields {
  if (isJsonObject(value)) return createFields(value, rules);
  reportType(rules, name, 'an object', value);
  return createFields({}, rules);
}

/** Returns the path of a field, such as `tools[0].name`. An empty name means the object itself. */
export function getFieldPath({ path }: Fields, name: string): string {
  if (name === '') return path;
  return path === '' ? name : `${path}.${name}`;
}

/** Reports a problem of a field. An empty name means the object itself. */
export function reportField(
  fields: Fields,
  name: string,
  problem: string,
  mistake: FieldMistake = 'wrong-value',
): undefined {
  fields.rules.report(getFieldPath(fields, name), problem, mistake);
}

/** Reports that a field is missing. `why` says what to do. */
export function reportMissing(fields: Fields, name: string, why?: string): undefined {
  const { missing = 'is missing' } = fields.rules;
  reportField(fields, name, why === undefined ? missing : `is missing: ${why}`, 'missing');
}

/** Reports that a field must be `expected`, such as `a string`. */
export function reportFieldType(fields: Fields, name: string, expected: string): undefined {
  reportType(fields.rules, getFieldPath(fields, name), expected, fields.object[name]);
}

/** Reads a field with a value of any type. */
export function readValue({ object, rules }: Fields, name: string): JsonValue | undefined {
  const value = object[name];
  return value === null && !rules.rejectsNull ? undefined : value;
}

/** Reads a field that is a string. */
export function readText(fields: Fields, name: string): string | undefined {
  const value = readValue(fields, name);
  if (value === undefined) return undefined;
  if (typeof value === 'string') {
    return value === '' && fields.rules.ignoresEmptyTexts ? undefined : value;
  }
  const text = fields.rules.toText?.(getFieldPath(fields, name), value);
  return text ?? reportFieldType(fields, name, 'a string');
}

/** Returns a required string. `why` follows `is missing: ` in the message. */
export function requireText(fields: Fields, name: string, why?: string): string {
  const text = readText(fields, name);
  if (text !== undefined) return text;
  if (isMissingOrEmptyText(fields, name)) reportMissing(fields, name, why);
  return '';
}

/** Reads an id: at most `most` characters (default: 512) without control characters. */
export function readId(fields: Fields, name: string, most?: number): string | undefined {
  const id = readText(fields, name);
  const problem = id === undefined ? undefined : describeIdProblem(id, most);
  return problem === undefined ? id : reportField(fields, name, problem);
}

/** Returns a required id, as `readId` reads it. `why` follows `is missing: ` in the message. */
export function requireId(fields: Fields, name: string, why?: string, most?: number): string {
  const id = readId(fields, name, most);
  if (id !== undefined) return id;
  if (isMissingOrEmptyText(fields, name)) reportMissing(fields, name, why);
  return '';
}

/** Reads a field that is true or false. */
export function readFlag(fields: Fields, name: string): boolean | undefined {
  const value = readValue(fields, name);
  if (value === undefined || typeof value === 'boolean') return value;
  return reportFieldType(fields, name, 'true or false');
}

/** Reads a required boolean. If it is absent, reports that it must be true or false. */
export function requireFlag(fields: Fields, name: string): boolean {
  const flag = readFlag(fields, name);
  if (flag === undefined && isMissingOrEmptyText(fields, name))
    reportFieldType(fields, name, 'true or false');
  return flag ?? false;
}

/** Bounds of a number, both inclusive. */
export interface NumberBounds {
  readonly min?: number;
  readonly max?: number;
  readonly isWhole?: boolean;
}

/** Reads a field that is a number within bounds. */
export function readNumber(
  fields: Fields,
  name: string,
  { min = -Infinity, max = Infinity, isWhole = false }: NumberBounds = {},
): number | undefined {
  const value = readValue(fields, name);
  if (value === undefined) return undefined;
  const isText = typeof value === 'string' && fields.rules.readsNumbersInTexts;
  const number = isText && (isWhole ? /^-?\d+$/ : /\S/).test(value) ? Number(value) : value;
  const isNumber = isWhole ? Number.isInteger(number) : Number.isFinite(number);
  if (typeof number === 'number' && isNumber && number >= min && number <= max) return number;
  const kind = isWhole ? 'a whole number' : 'a number';
  if (max !== Infinity) return reportFieldType(fields, name, `${kind} from ${min} to ${max}`);
  return reportFieldType(fields, name, min === -Infinity ? kind : `${kind} of at least ${min}`);
}

/** Reads a field that is one of the given words. */
export function readWord<Word extends string>(
  fields: Fields,
  name: string,
  words: readonly Word[],
): Word | undefined {
  const text = readText(fields, name);
  const word = words.find((known) => known === text);
  if (text === undefined || word !== undefined) return word;
  const shown = fields.rules.shows === 'word' ? `, not "${text}"` : '';
  return reportField(fields, name, `must be one of ${words.join(', ')}${shown}`);
}

/**
 * Reads a required field whose value must be one of `words`. Returns the first word if `report` did not
 * throw.
 */
export function requireWord<Word extends string>(
  fields: Fields,
  name: string,
  words: readonly [Word, ...Word[]],
  why?: string,
): Word {
  const word = readWord(fields, name, words);
  if (word === undefined && isMissingOrEmptyText(fields, name)) reportMissing(fields, name, why);
  return word ?? words[0];
}

/** Reads a field that is a list of strings. */
export function readTexts(fields: Fields, name: string): readonly string[] | undefined {
  const value = readValue(fields, name);
  if (value === undefined) return undefined;
  const { toText, listName = 'a list' } = fields.rules;
  const items: readonly JsonValue[] = Array.isArray(value) ? value : [null];
  const texts = items.map((item, index) =>
    typeof item === 'string' ? item : toText?.(getFieldPath(fields, `${name}[${index}]`), item),
  );
  const known = texts.filter((text) => text !== undefined);
  if (known.length === items.length) return known;
  return reportField(fields, name, `must be ${listName} of strings`, 'wrong-type');
}

/** Reads a field that is a list of ids, as `readId` reads each. */
export function readIds(fields: Fields, name: string): readonly string[] | undefined {
  const ids = readTexts(fields, name);
  for (const [index, id] of ids?.entries() ?? []) {
    const problem = describeIdProblem(id);
    if (problem !== undefined) return reportField(fields, `${name}[${index}]`, problem);
  }
  return ids;
}

/** Reads a field that is a list of any values. */
export function readList(fields: Fields, name: string): readonly JsonValue[] | undefined {
  const value = readValue(fields, name);
  if (value === undefined || isList(value)) return value;
  return reportFieldType(fields, name, fields.rules.listName ?? 'a list');
}

/** Reads a list of objects, without entries for which a problem was reported. */
export function readObjects(fields: Fields, name: string): readonly Fields[] | undefined {
  const list = readList(fields, name);
  if (!list) return undefined;
  const objects: Fields[] = [];
  let index = 0;
  for (const entry of list) {
    const path = getFieldPath(fields, `${name}[${index}]`);
    index += 1;
    if (isJsonObject(entry)) objects.push(createFields(entry, fields.rules, path));
    else reportType(fields.rules, path, 'an object', entry);
  }
  return objects;
}

/** Reads a field that is an object, and returns the fields of that object. */
export function readObject(fields: Fields, name: string): Fields | undefined {
  const value = readValue(fields, name);
  if (value === undefined) return undefined;
  if (isJsonObject(value)) return createFields(value, fields.rules, getFieldPath(fields, name));
  return reportFieldType(fields, name, 'an object');
}

/** Reads a required object. If it is absent and `why` is missing, reports a wrong type. */
export function requireObject(fields: Fields, name: string, why?: string): Fields {
  const found = readObject(fields, name);
  if (found) return found;
  if (isMissingOrEmptyText(fields, name)) {
    if (why === undefined) reportFieldType(fields, name, 'an object');
    else reportMissing(fields, name, why);
  }
  return createFields({}, fields.rules, getFieldPath(fields, name));
}

/** Reports each field that is not one of the known names. */
export function rejectUnknownFields(fields: Fields, known: readonly string[]): void {
  for (const name of Object.keys(fields.object)) {
    if (known.includes(name)) continue;
    reportField(fields, name, `is unknown: use one of ${known.join(', ')}`);
  }
}

/** Describes the type of a JSON value, such as `a list`. */
export function describeJsonType(value: JsonValue): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

function reportType(
  rules: FieldRules,
  path: string,
  expected: string,
  value: JsonValue | undefined,
): undefined {
  const shown = rules.shows && value !== undefined ? `, not ${describeJsonType(value)}` : '';
  rules.report(path, `must be ${expected}${shown}`, 'wrong-type');
}

function isMissingOrEmptyText(fields: Fields, name: string): boolean {
  const value = readValue(fields, name);
  return value === undefined || value === '';
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
