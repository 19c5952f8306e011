import type { JsonObject } from '../../core/index.ts';
import { invalidValue } from '../wire/responses-error.ts';
import { field } from './field.ts';

/** A field that holds one of some words. */
export function oneOf<Word extends string>(
  object: JsonObject,
  name: string,
  path: string,
  words: readonly Word[],
): Word | undefined {
  const given = field(object, name, 'string', path);
  const word = words.find((known) => known === given);
  if (given !== undefined && word === undefined) {
    throw invalidValue(path + name, `must be one of ${words.join(', ')}, not "${given}"`);
  }
  return word;
}
