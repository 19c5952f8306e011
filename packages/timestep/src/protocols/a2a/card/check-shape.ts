import { describeJsonType, isJsonObject, type JsonObject, type JsonValue } from '#core';
import {
  joinCardPath,
  type CardProblem,
  type CardSection,
  type ProblemWriter,
} from './card-problem.ts';

/** The fields of an object of a card, and the section of the specification that defines it. */
export interface CardShape {
  readonly section: CardSection;
  readonly fields: Readonly<Record<string, CardField>>;
}

/** Expected form of one field in an agent card. */
export interface CardField {
  readonly kind: 'text' | 'flag' | 'texts' | 'any' | 'object' | 'objects' | 'map';
  readonly isRequired?: boolean;
  /** Expected fields of the objects, if the field contains objects. */
  readonly shape?: CardShape;
}

export const TEXT: CardField = { kind: 'text' };
export const FLAG: CardField = { kind: 'flag' };
export const TEXTS: CardField = { kind: 'texts' };
export const ANY: CardField = { kind: 'any' };
export const markRequired = (field: CardField): CardField => ({ ...field, isRequired: true });
export const object = (shape: CardShape): CardField => ({ kind: 'object', shape });
export const objects = (shape: CardShape): CardField => ({ kind: 'objects', shape });
export const map = (shape: CardShape): CardField => ({ kind: 'map', shape });

/** Lists the missing fields of an object, and its fields of a wrong type. */
export function checkShape(
  value: JsonObject,
  shape: CardShape,
  write: ProblemWriter,
  path = '',
): readonly CardProblem[] {
  return Object.entries(shape.fields).flatMap(([name, field]) => {
    const at = joinCardPath(path, name);
    const given = Object.hasOwn(value, name) ? value[name] : undefined;
    if (given !== undefined && given !== null)
      return checkCardField(given, field, shape, write, at);
    if (!field.isRequired) return [];
    const snake = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const isSnake = snake !== name && Object.hasOwn(value, snake);
    const why = isSnake ? `is written as ${snake}: names are in camelCase` : 'is required';
    return [write.problem(shape.section, at, why)];
  });
}

const EXPECTED: Readonly<Record<CardField['kind'], string>> = {
  text: 'a string',
  flag: 'a boolean',
  texts: 'a list of strings',
  any: 'a value',
  object: 'an object',
  objects: 'a list of objects',
  map: 'an object',
};

function checkCardField(
  given: JsonValue,
  { kind, shape, isRequired = false }: CardField,
  owner: CardShape,
  write: ProblemWriter,
  path: string,
): readonly CardProblem[] {
  if (!isOfKind(given, kind)) {
    const why = `must be ${EXPECTED[kind]}, not ${describeJsonType(given)}`;
    return [write.problem(owner.section, path, why)];
  }
  if (isRequired && given === '') {
    return [write.note(owner.section, path, 'is empty')];
  }
  if (!shape) return [];
  const inner = (one: JsonValue, at: string): readonly CardProblem[] =>
    isJsonObject(one)
      ? checkShape(one, shape, write, at)
      : [write.problem(shape.section, at, `must be an object, not ${describeJsonType(one)}`)];
  if (Array.isArray(given)) {
    return given.flatMap((one: JsonValue, index) => inner(one, `${path}[${index}]`));
  }
  if (!isJsonObject(given)) return [];
  if (kind !== 'map') return checkShape(given, shape, write, path);
  return Object.entries(given).flatMap(([key, one]) => inner(one, joinCardPath(path, key)));
}

function isOfKind(given: JsonValue, kind: CardField['kind']): boolean {
  switch (kind) {
    case 'text':
      return typeof given === 'string';
    case 'flag':
      return typeof given === 'boolean';
    case 'texts':
      return Array.isArray(given) && given.every((one: JsonValue) => typeof one === 'string');
    case 'objects':
      return Array.isArray(given);
    case 'object':
    case 'map':
      return isJsonObject(given);
    case 'any':
      return true;
  }
}
