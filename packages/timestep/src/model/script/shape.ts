import { isJsonObject, type JsonObject } from '../../core/index.ts';

/** Reports one problem, and where it is. */
export type Report = (path: string, problem: string) => void;

/** Looks at a value of unknown shape and reports what is wrong with it. */
export type Shape = (value: unknown, path: string, report: Report) => void;

export const aText: Shape = (value, path, report) => {
  if (typeof value !== 'string') report(path, `must be a text, not ${kindOf(value)}`);
};

export const aCount: Shape = (value, path, report) => {
  if (!Number.isInteger(value) || Number(value) < 1) report(path, 'must be a whole number from 1');
};

export const anything: Shape = () => {};

/** A text, or what `shape` says. */
export function textOr(shape: Shape): Shape {
  return (value, path, report) => {
    if (typeof value !== 'string') shape(value, path, report);
  };
}

export function listOf(shape: Shape): Shape {
  return (value, path, report) => {
    if (!Array.isArray(value)) return report(path, `must be a list, not ${kindOf(value)}`);
    value.forEach((item, index) => shape(item, `${path}[${index}]`, report));
  };
}

/** One of what `shape` says, or a list of them. */
export function oneOrMore(shape: Shape): Shape {
  return (value, path, report) =>
    Array.isArray(value) ? listOf(shape)(value, path, report) : shape(value, path, report);
}

/** An object with keys of any name. */
export function recordOf(shape: Shape): Shape {
  return objectWith((value, path, report) => {
    for (const [key, item] of Object.entries(value)) shape(item, within(path, key), report);
  });
}

/** An object with these keys and no others, so that a misspelt key is reported. */
export function objectOf(
  fields: { readonly [key: string]: Shape },
  required: readonly string[] = [],
): Shape {
  return objectWith((value, path, report) => {
    for (const [key, item] of Object.entries(value)) {
      const shape = fields[key];
      if (shape) shape(item, within(path, key), report);
      else
        report(within(path, key), `is not known here; known are ${Object.keys(fields).join(', ')}`);
    }
    for (const key of required) {
      if (!Object.hasOwn(value, key)) report(within(path, key), 'is missing');
    }
  });
}

/** An object, whose entries `look` reports on. */
function objectWith(look: (value: JsonObject, path: string, report: Report) => void): Shape {
  return (value, path, report) => {
    if (isJsonObject(value)) look(value, path, report);
    else report(path, `must be an object, not ${kindOf(value)}`);
  };
}

function within(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`;
}
