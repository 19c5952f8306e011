import { isJsonObject, type JsonObject } from '../../../core/index.ts';

export type ReportProblem = (path: string, problem: string) => void;

export type Validator = (value: unknown, path: string, report: ReportProblem) => void;

export const validateText: Validator = (value, path, report) => {
  if (typeof value !== 'string') report(path, `must be a string, not ${describeType(value)}`);
};

export const validateCount: Validator = (value, path, report) => {
  if (!Number.isInteger(value) || Number(value) < 1) report(path, 'must be a positive integer');
};

export const acceptAnything: Validator = () => {};

export function createTextOrValidator(validator: Validator): Validator {
  return (value, path, report) => {
    if (typeof value !== 'string') validator(value, path, report);
  };
}

export function createListValidator(validator: Validator): Validator {
  return (value, path, report) => {
    if (!Array.isArray(value)) return report(path, `must be a list, not ${describeType(value)}`);
    value.forEach((item, index) => validator(item, `${path}[${index}]`, report));
  };
}

export function createOneOrManyValidator(validator: Validator): Validator {
  return (value, path, report) =>
    Array.isArray(value)
      ? createListValidator(validator)(value, path, report)
      : validator(value, path, report);
}

export function createRecordValidator(validator: Validator): Validator {
  return createEntriesValidator((value, path, report) => {
    for (const [key, item] of Object.entries(value)) validator(item, joinPath(path, key), report);
  });
}

/** Rejects other keys, so that a misspelled key is reported. */
export function createObjectValidator(
  fields: { readonly [key: string]: Validator },
  required: readonly string[] = [],
): Validator {
  return createEntriesValidator((value, path, report) => {
    for (const [key, item] of Object.entries(value)) {
      const shape = fields[key];
      if (shape) shape(item, joinPath(path, key), report);
      else report(joinPath(path, key), `is unknown: use one of ${Object.keys(fields).join(', ')}`);
    }
    for (const key of required) {
      if (!Object.hasOwn(value, key)) report(joinPath(path, key), 'is missing');
    }
  });
}

function createEntriesValidator(
  checkEntries: (value: JsonObject, path: string, report: ReportProblem) => void,
): Validator {
  return (value, path, report) => {
    if (isJsonObject(value)) checkEntries(value, path, report);
    else report(path, `must be an object, not ${describeType(value)}`);
  };
}

function joinPath(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}

function describeType(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`;
}
