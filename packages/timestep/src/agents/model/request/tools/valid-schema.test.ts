import { expect, it } from 'vitest';
import type { JsonObject } from '#core';
import { toPortableSchema } from './portable-schema.ts';
import { toValidSchema } from './valid-schema.ts';

const text = { type: 'string' } as const;

const rows: readonly [string, JsonObject, JsonObject][] = [
  [
    'nullable',
    { type: 'string', nullable: true, enum: ['a'] },
    { type: ['string', 'null'], enum: ['a', null] },
  ],
  [
    'a boolean limit',
    { type: 'number', minimum: 1, exclusiveMinimum: true },
    { type: 'number', exclusiveMinimum: 1 },
  ],
  ['a false limit', { minimum: 1, exclusiveMinimum: false }, { minimum: 1 }],
  ['a tuple', { type: 'array', items: [text] }, { type: 'array', prefixItems: [text], items: {} }],
  ['an array without items', { type: 'array' }, { type: 'array', items: {} }],
  ['items that are true', { type: 'array', items: true }, { type: 'array', items: {} }],
  ['an unknown type', { type: 'any' }, {}],
  ['an empty list of types', { type: [] }, {}],
  ['a type twice', { type: ['string', 'string'] }, text],
  ['an empty enum', { enum: [] }, {}],
  ['a value twice', { enum: ['a', 'a'] }, { enum: ['a'] }],
  ['a pattern that is none', { pattern: '([' }, {}],
  [
    'a limit that is no number',
    { minimum: 'low', minLength: -1, maxItems: 1.5, multipleOf: 0 },
    {},
  ],
  ['properties that are a list', { properties: [] }, {}],
  [
    'a property that is no schema',
    { properties: { a: null, b: false } },
    { properties: { a: {}, b: {} } },
  ],
  ['a reference to nothing', { $ref: '#/$defs/a', description: 'A' }, { description: 'A' }],
  ['a reference to the web', { $ref: 'https://example.com/a' }, {}],
  ['names of schemas', { $id: 'https://example.com/a', $anchor: 'a' }, {}],
  [
    'required that is no list',
    { required: true, properties: {} },
    { required: [], properties: {} },
  ],
  ['names that are no texts', { propertyNames: { type: 'integer' } }, {}],
  [
    'half an emoji',
    { description: 'a \uD83C', enum: ['\0'] },
    { description: 'a \uFFFD', enum: ['\uFFFD'] },
  ],
];

it.each(rows)('%s becomes valid', (_, given, valid) => {
  expect(toValidSchema(given)).toEqual(valid);
  expect(toValidSchema(valid)).toBe(valid);
});

it('keeps a valid schema as it is', () => {
  const schema: JsonObject = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    properties: { a: text, b: { anyOf: [text, { $ref: '#/$defs/c' }] } },
    required: ['a'],
    additionalProperties: false,
    $defs: { c: { type: 'array', items: text, minItems: 1 } },
    'x-order': ['a', 'b'],
  };
  expect(toValidSchema(schema)).toBe(schema);
});

it('accepts any value far below the root', () => {
  let deep: JsonObject = text;
  for (let level = 0; level < 5000; level += 1) deep = { type: 'array', items: deep };
  expect(JSON.stringify(toValidSchema(deep)).length).toBeLessThan(2000);
});

it('names tools whose arguments can never be an object', () => {
  expect(toPortableSchema({ type: 'string' }).problem).toBe('its arguments are not an object');
  expect(toPortableSchema({ type: ['object', 'null'] }).problem).toBeUndefined();
});
