import { createHash } from 'node:crypto';
import { toCanonicalJson, type JsonValue } from '#core';
import { EvalError } from './eval-error.ts';

/** Returns the SHA-256 of a value's canonical JSON, in hexadecimal. */
export function hashJson(value: unknown): string {
  return createHash('sha256').update(toCanonicalJson(value)).digest('hex');
}

export function parseJsonOrUndefined(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

/** Parses JSON that a run has stored. `location` is its file, with its line if it has several. */
export function parseStoredJson(text: string, location: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    const message = `${location} is not valid JSON: the file is incomplete or was changed`;
    throw new EvalError('bad-run', message);
  }
}
