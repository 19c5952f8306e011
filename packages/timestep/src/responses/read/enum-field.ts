import type { JsonObject } from '../../core/index.ts';
import { createInvalidValueError } from '../wire/responses-error.ts';
import { readField } from './read-field.ts';

/** Reads a string field that must have one of the given values. */
export function readEnumField<Word extends string>(
  object: JsonObject,
  name: string,
  path: string,
  words: readonly Word[],
): Word | undefined {
  const given = readField(object, name, 'string', path);
  const word = words.find((known) => known === given);
  if (given !== undefined && word === undefined) {
    throw createInvalidValueError(
      path + name,
      `must be one of ${words.join(', ')}, not "${given}"`,
    );
  }
  return word;
}
