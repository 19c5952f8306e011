import { isJsonObject, type JsonObject, type JsonValue } from '../../core/index.ts';
import { createInvalidParamsError } from './a2a-error.ts';

/**
 * The readers below return the value of a request field, or `undefined` if it is absent or null.
 * They throw `A2AError` that names the field if its type is wrong.
 */

/** Reads a string field. An empty string counts as absent, as in ProtoJSON. */
export function readString(
  fields: JsonObject,
  key: string,
  path: string = key,
): string | undefined {
  const value = fields[key];
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value !== 'string') throw createInvalidParamsError(path, 'must be a string');
  return value;
}

export function requireString(fields: JsonObject, key: string, path: string = key): string {
  const value = readString(fields, key, path);
  if (value === undefined) throw createInvalidParamsError(path, 'must be a non-empty string');
  return value;
}

export function readBoolean(
  fields: JsonObject,
  key: string,
  path: string = key,
): boolean | undefined {
  const value = fields[key];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'boolean') throw createInvalidParamsError(path, 'must be true or false');
  return value;
}

/** Reads an integer field. The number may be written as text, as in ProtoJSON. */
export function readInteger(
  fields: JsonObject,
  key: string,
  bounds: { readonly least: number; readonly most?: number },
  path: string = key,
): number | undefined {
  const given = fields[key];
  if (given === undefined || given === null) return undefined;
  const value = typeof given === 'string' && /^-?\d+$/.test(given) ? Number(given) : given;
  const { least, most = 2 ** 31 - 1 } = bounds;
  if (!Number.isInteger(value) || Number(value) < least || Number(value) > most) {
    throw createInvalidParamsError(path, `must be a whole number from ${least} to ${most}`);
  }
  return Number(value);
}

export function readObject(
  fields: JsonObject,
  key: string,
  path: string = key,
): JsonObject | undefined {
  const value = fields[key];
  if (value === undefined || value === null) return undefined;
  return requireObject(value, path);
}

export function readStringList(
  fields: JsonObject,
  key: string,
  path: string = key,
): readonly string[] | undefined {
  const value = fields[key];
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'string')) {
    throw createInvalidParamsError(path, 'must be an array of strings');
  }
  return value;
}

export function requireObject(value: JsonValue | undefined, path: string): JsonObject {
  if (!isJsonObject(value)) throw createInvalidParamsError(path, 'must be an object');
  return value;
}
