import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#core';
import { createArgumentNameMap } from './argument-names.ts';
import { createSchemaConverter } from './portable-schema.ts';
import {
  isStrictForAnthropic,
  removeNullsOfOptionalProperties,
  toStrictSchema,
} from './strict-schema.ts';

const text = { type: 'string' } as const;

describe('a strict schema', () => {
  it('requires all properties, and lets optional ones be null', () => {
    const schema = {
      type: 'object',
      properties: {
        a: text,
        b: { type: 'string', enum: ['x'] },
        c: { type: ['string', 'null'] },
        d: { anyOf: [text, { type: 'number' }] },
        e: { type: 'object', properties: { f: text } },
      },
      required: ['a'],
    };
    expect(toStrictSchema(schema)).toEqual({
      type: 'object',
      properties: {
        a: text,
        b: { type: ['string', 'null'], enum: ['x', null] },
        c: { type: ['string', 'null'] },
        d: { anyOf: [{ anyOf: [text, { type: 'number' }] }, { type: 'null' }] },
        e: {
          type: ['object', 'null'],
          properties: { f: { type: ['string', 'null'] } },
          required: ['f'],
          additionalProperties: false,
        },
      },
      required: ['a', 'b', 'c', 'd', 'e'],
      additionalProperties: false,
    });
  });

  it('says in words what it cannot express', () => {
    const schema = {
      type: 'object',
      properties: { a: { type: 'string', minLength: 2 } },
      required: ['a'],
    };
    expect(toStrictSchema(schema)).toMatchObject({
      properties: { a: { type: 'string', description: '(must match {"minLength":2})' } },
    });
  });

  const impossible: readonly [string, JsonObject][] = [
    ['any value', {}],
    ['objects with any names', { type: 'object' }],
    ['maps', { type: 'object', additionalProperties: text }],
    ['patterns of names', { type: 'object', properties: {}, patternProperties: {} }],
    ['allOf', { allOf: [text] }],
    ['lists of anything', { type: 'array', items: {} }],
  ];
  it.each(impossible)('is impossible for %s', (_, part) => {
    expect(toStrictSchema({ type: 'object', properties: { a: part } })).toBeUndefined();
  });

  it('may refer to itself', () => {
    const schema = {
      type: 'object',
      properties: { a: { anyOf: [{ $ref: '#' }, { $ref: '#/$defs/b' }] } },
      $defs: { b: { type: 'string' } },
    };
    const either = { anyOf: [{ $ref: '#' }, { $ref: '#/$defs/b' }] };
    expect(toStrictSchema(schema)).toMatchObject({
      properties: { a: { anyOf: [either, { type: 'null' }] } },
    });
    const loop = { type: 'object', properties: { a: { $ref: '#/properties/a' } } };
    expect(removeNullsOfOptionalProperties({ a: null, b: { a: null } }, loop, loop)).toEqual({
      b: { a: null },
    });
  });

  it('is impossible if it is too deep or too large', () => {
    let deep: JsonObject = text;
    for (let level = 0; level < 12; level += 1) deep = { type: 'object', properties: { a: deep } };
    expect(toStrictSchema(deep)).toBeUndefined();
    const values = Array.from({ length: 1001 }, (_, at) => `v${at}`);
    const large = { type: 'object', properties: { a: { type: 'string', enum: values } } };
    expect(toStrictSchema(large)).toBeUndefined();
  });
});

it('takes back the nulls of optional properties', () => {
  const root = {
    type: 'object',
    properties: {
      a: text,
      b: { type: ['string', 'null'] },
      list: { type: 'array', items: { $ref: '#/$defs/item' } },
      either: { anyOf: [{ type: 'object', properties: { x: text } }] },
    },
    $defs: { item: { type: 'object', properties: { c: text, d: text }, required: ['d'] } },
  };
  const written = {
    a: null,
    b: null,
    list: [{ c: null, d: 'd' }],
    either: { x: null },
    other: null,
  };
  expect(removeNullsOfOptionalProperties(written, root, root)).toEqual({
    b: null,
    list: [{ d: 'd' }],
    either: {},
    other: null,
  });
});

it('does not exist for more characters than a strict schema may have', () => {
  const createEnum = (count: number, length: number): JsonObject => ({
    type: 'string',
    enum: Array.from({ length: count }, (_, at) => `${at}`.padStart(length, 'v')),
  });
  const fit = (one: JsonObject) => toStrictSchema({ type: 'object', properties: { one } });
  expect(fit(createEnum(251, 59))).toBeDefined();
  expect(fit(createEnum(251, 60))).toBeUndefined();
  expect(fit(createEnum(250, 400))).toBeDefined();
  expect(fit(createEnum(250, 500))).toBeUndefined();
});

it('is sent only to providers that accept it, and its calls fit the tool', () => {
  const parameters = { type: 'object', properties: { a: text, $b: text }, required: ['a'] };
  const tool = { type: 'function', function: { name: 'f', parameters, strict: true } } as const;
  const toPortable = createSchemaConverter({ schemas: 'json-schema', strict: 'openai' });
  expect(toPortable(parameters, true).strict).toBe(true);
  expect(toPortable(parameters).strict).toBe(false);
  const names = createArgumentNameMap([tool], toPortable);
  const [sentName = ''] = Object.keys(
    toPortable(parameters, true).schema['properties'] as JsonObject,
  ).slice(1);
  expect(names.restore('f', JSON.stringify({ a: '1', [sentName]: null }))).toBe('{"a":"1"}');
  expect(names.restore('f', JSON.stringify({ a: '1', [sentName]: '2' }))).toBe(
    '{"a":"1","$b":"2"}',
  );
  const anthropic = createSchemaConverter({ schemas: 'json-schema', strict: 'anthropic' });
  expect(anthropic(parameters, true).strict).toBe(false);
  expect(anthropic({ ...parameters, additionalProperties: false }, true).strict).toBe(true);
});

it.each([
  [{ type: 'object', properties: { a: text }, additionalProperties: false }, true],
  [{ type: 'object', properties: { a: text } }, false],
  [{ type: 'array', items: { type: 'object' } }, false],
  [{ ...text, $defs: { unused: { type: 'object' } } }, false],
  [{ type: 'integer', minimum: 1 }, false],
  [{ anyOf: [text, { $ref: '#/$defs/a' }] }, false],
])('%j is strict for Anthropic: %s', (schema, isStrict) => {
  expect(isStrictForAnthropic(schema)).toBe(isStrict);
});
