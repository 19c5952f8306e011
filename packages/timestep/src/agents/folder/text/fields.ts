import { isJsonObject, type JsonObject, type JsonValue } from '../../../core/index.ts';
import { findJsonLines, getParentPath, joinPath } from './json-text.ts';
import type { FolderProblem, ReportFolderProblem } from '../problem.ts';

/** A missing field is undefined. A wrong field also, and is reported with file, line and field. */
export interface Fields {
  readonly value: JsonObject;
  /** In YAML, scalars count as the text in the file. */
  getText(name: string): string | undefined;
  getTexts(name: string): readonly string[] | undefined;
  /** May be written as a text. */
  getNumber(name: string, min: number, max: number): number | undefined;
  getFlag(name: string): boolean | undefined;
  getChoice<T extends string>(name: string, choices: readonly T[]): T | undefined;
  /** Empty if the field is missing. */
  getObject(name: string): Fields;
  getObjects(name: string): readonly Fields[] | undefined;
  /** Reports the field as missing if `value` is undefined or empty. */
  requireText(name: string, value: string | undefined): string;
  /** Keeps the position in the file. */
  withValue(value: JsonObject): Fields;
  findLine(name: string): number;
  reportMistake(name: string, message: string): void;
  reportWarning(name: string, message: string): void;
}

export interface FieldSource {
  readonly file: string;
  lineOf(path: string): number | undefined;
  /** Source text of a scalar that is not a text, if it may count as a text. */
  getSourceText?(path: string): string | undefined;
  readonly report: ReportFolderProblem;
}

/** Returns undefined after reporting an error. */
export function parseJsonFields(
  text: string,
  file: string,
  report: ReportFolderProblem,
): Fields | undefined {
  let value: JsonValue;
  try {
    value = JSON.parse(text) as JsonValue;
  } catch {
    const { brokenAt: line = 1 } = findJsonLines(text);
    report({ severity: 'mistake', file, line, message: 'is not valid JSON' });
    return undefined;
  }
  if (!isJsonObject(value)) {
    report({ severity: 'mistake', file, line: 1, message: 'must be a JSON object' });
    return undefined;
  }
  // Lines are looked up only for problems.
  let lines: ReadonlyMap<string, number> | undefined;
  const lineOf = (path: string): number | undefined =>
    (lines ??= findJsonLines(text).lines).get(path);
  return createFields(value, { file, lineOf, report });
}

export function createFields(value: JsonObject, source: FieldSource, path = ''): Fields {
  const lineOf = (name: string): number => findFieldLine(source, joinPath(path, name));
  const reportProblem = (
    severity: FolderProblem['severity'],
    name: string,
    message: string,
  ): void => {
    const field = joinPath(path, name);
    source.report({ severity, file: source.file, line: lineOf(name), field, message });
  };
  const rejectValue = (name: string, what: string): undefined => {
    reportProblem('mistake', name, what);
    return undefined;
  };
  const getValue = (name: string): JsonValue | undefined =>
    (Object.hasOwn(value, name) ? value[name] : undefined) ?? undefined;
  const toText = (given: JsonValue, name: string): string | undefined =>
    typeof given === 'string' ? given : source.getSourceText?.(joinPath(path, name));

  return {
    value,
    getText(name) {
      const given = getValue(name);
      return given === undefined
        ? undefined
        : (toText(given, name) ?? rejectValue(name, 'must be a string'));
    },
    getTexts(name) {
      const given = getValue(name);
      if (given === undefined) return undefined;
      const texts = isList(given)
        ? given.map((item, index) => toText(item, `${name}[${index}]`))
        : [undefined];
      const known = texts.filter((text) => text !== undefined);
      return known.length === texts.length ? known : rejectValue(name, 'must be a list of strings');
    },
    getNumber(name, min, max) {
      const given = getValue(name);
      if (given === undefined || given === '') return undefined;
      const number = typeof given === 'string' ? Number(given) : given;
      const fits = typeof number === 'number' && number >= min && number <= max;
      return fits ? number : rejectValue(name, `must be a number from ${min} to ${max}`);
    },
    getFlag(name) {
      const given = getValue(name);
      if (given === undefined || typeof given === 'boolean') return given;
      return rejectValue(name, 'must be true or false');
    },
    getChoice(name, choices) {
      const given = getValue(name);
      const known = choices.find((one) => one === given);
      if (given === undefined || known !== undefined) return known;
      return rejectValue(name, `must be one of ${choices.join(', ')}`);
    },
    getObject(name) {
      const given = getValue(name) ?? {};
      if (!isJsonObject(given)) rejectValue(name, 'must be an object');
      return createFields(isJsonObject(given) ? given : {}, source, joinPath(path, name));
    },
    getObjects(name) {
      const given = getValue(name);
      if (given === undefined) return undefined;
      if (!isList(given)) return rejectValue(name, 'must be a list');
      return given.flatMap((item, index) => {
        const inside = `${name}[${index}]`;
        if (isJsonObject(item)) return [createFields(item, source, joinPath(path, inside))];
        rejectValue(inside, 'must be an object');
        return [];
      });
    },
    requireText(name, found) {
      if (found === undefined || found === '') rejectValue(name, 'is missing');
      return found ?? '';
    },
    withValue: (other) => createFields(other, source, path),
    findLine: lineOf,
    reportMistake: rejectValue,
    reportWarning: (name, what) => reportProblem('warning', name, what),
  };
}

/** For a missing field, returns the line of the enclosing object. */
function findFieldLine(source: FieldSource, path: string): number {
  let field = path;
  while (field !== '' && source.lineOf(field) === undefined) field = getParentPath(field);
  return source.lineOf(field) ?? 1;
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
