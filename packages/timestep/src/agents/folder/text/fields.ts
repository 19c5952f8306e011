import {
  type JsonObject,
  type FieldRules,
  type Fields as CoreFields,
  createFields as createCoreFields,
  getFieldPath,
  readText,
  readTexts,
  readValue,
  readNumber,
  readFlag,
  reportField,
  readObject,
  readObjects,
} from '#core';
import type { FolderProblem, ReportFolderProblem } from '../problem.ts';
import { getParentFieldPath } from './field-path.ts';

/**
 * Reads the fields of a file with their expected types. A field of a wrong type is reported and counts as
 * missing.
 */
export interface Fields {
  readonly value: JsonObject;
  /**
   * Returns the value of a text field. In YAML, numbers and other scalars count as their source
   * text.
   */
  getText(name: string): string | undefined;
  getTexts(name: string): readonly string[] | undefined;
  getNumber(name: string, min: number, max: number): number | undefined;
  getFlag(name: string): boolean | undefined;
  getChoice<T extends string>(name: string, choices: readonly T[]): T | undefined;
  /** Returns an object field; an empty object if the field is missing. */
  getObject(name: string): Fields;
  getObjects(name: string): readonly Fields[] | undefined;
  /** Returns a text field. Reports the field as missing if its text is undefined or empty. */
  requireText(name: string, value?: string): string;
  withValue(value: JsonObject): Fields;
  findLine(name: string): number;
  reportMistake(name: string, message: string): void;
  reportWarning(name: string, message: string): void;
}

export interface FieldSource {
  readonly file: string;
  lineOf(path: string): number | undefined;
  /** Returns the source text of a YAML scalar that is not a string but is accepted as one. */
  getSourceText?(path: string): string | undefined;
  readonly report: ReportFolderProblem;
}

export function createFolderFields(value: JsonObject, source: FieldSource): Fields {
  const rules: FieldRules = {
    report: (field, message) => reportProblem(source, 'mistake', field, message),
    readsNumbersInTexts: true,
    toText: (path) => source.getSourceText?.(path),
  };
  return wrapFields(createCoreFields(value, rules), source);
}

function wrapFields(fields: CoreFields, source: FieldSource): Fields {
  return {
    value: fields.object,
    getText: (name) => readText(fields, name),
    getTexts: (name) => readTexts(fields, name),
    getNumber: (name, min, max) =>
      readValue(fields, name) === '' ? undefined : readNumber(fields, name, { min, max }),
    getFlag: (name) => readFlag(fields, name),
    getChoice(name, choices) {
      const value = readValue(fields, name);
      const known = choices.find((one) => one === value);
      if (value === undefined || known !== undefined) return known;
      return reportField(fields, name, `must be one of ${choices.join(', ')}`);
    },
    getObject: (name) =>
      wrapFields(
        readObject(fields, name) ?? createCoreFields({}, fields.rules, getFieldPath(fields, name)),
        source,
      ),
    getObjects: (name) => readObjects(fields, name)?.map((one) => wrapFields(one, source)),
    requireText(name, value = readText(fields, name)) {
      if (!value) reportField(fields, name, 'is missing');
      return value ?? '';
    },
    withValue: (value) => wrapFields(createCoreFields(value, fields.rules, fields.path), source),
    findLine: (name) => findFieldLine(source, getFieldPath(fields, name)),
    reportMistake: (name, message) => reportField(fields, name, message),
    reportWarning: (name, message) =>
      reportProblem(source, 'warning', getFieldPath(fields, name), message),
  };
}

function reportProblem(
  source: FieldSource,
  severity: FolderProblem['severity'],
  field: string,
  message: string,
): void {
  const { file, report } = source;
  report({ severity, file, line: findFieldLine(source, field), field, message });
}

/** Finds the line of a field; for a missing field, the line of the enclosing object. */
function findFieldLine(source: FieldSource, path: string): number {
  let field = path;
  while (field !== '' && source.lineOf(field) === undefined) field = getParentFieldPath(field);
  return source.lineOf(field) ?? 1;
}
