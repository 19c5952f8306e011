import { isJsonObject, type JsonObject, type JsonValue } from '../../core/index.ts';
import { invalidParams } from './a2a-error.ts';

/**
 * Readers of request fields. Each returns what it found, or `undefined` where the field is absent
 * or null, and throws `A2AError` naming the field when it holds something else.
 */

/** An empty string counts as absent, as in ProtoJSON. */
export function readString(from: JsonObject, key: string, path: string = key): string | undefined {
  const value = from[key];
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value !== 'string') throw invalidParams(path, 'must be a string');
  return value;
}

export function requireString(from: JsonObject, key: string, path: string = key): string {
  const value = readString(from, key, path);
  if (value === undefined) throw invalidParams(path, 'must be a string that is not empty');
  return value;
}

export function readBoolean(
  from: JsonObject,
  key: string,
  path: string = key,
): boolean | undefined {
  const value = from[key];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'boolean') throw invalidParams(path, 'must be true or false');
  return value;
}

/** A number may be text, as in ProtoJSON. */
export function readInteger(
  from: JsonObject,
  key: string,
  bounds: { readonly least: number; readonly most?: number },
  path: string = key,
): number | undefined {
  const given = from[key];
  if (given === undefined || given === null) return undefined;
  const value = typeof given === 'string' && /^-?\d+$/.test(given) ? Number(given) : given;
  const { least, most = 2 ** 31 - 1 } = bounds;
  if (!Number.isInteger(value) || Number(value) < least || Number(value) > most) {
    throw invalidParams(path, `must be a whole number from ${least} to ${most}`);
  }
  return Number(value);
}

export function readObject(
  from: JsonObject,
  key: string,
  path: string = key,
): JsonObject | undefined {
  const value = from[key];
  if (value === undefined || value === null) return undefined;
  return asObject(value, path);
}

export function readStrings(
  from: JsonObject,
  key: string,
  path: string = key,
): readonly string[] | undefined {
  const value = from[key];
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'string')) {
    throw invalidParams(path, 'must be an array of strings');
  }
  return value;
}

export function asObject(value: JsonValue | undefined, path: string): JsonObject {
  if (!isJsonObject(value)) throw invalidParams(path, 'must be an object');
  return value;
}
