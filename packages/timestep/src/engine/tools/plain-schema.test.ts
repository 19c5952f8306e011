import { CfWorkerJsonSchemaValidator } from '@modelcontextprotocol/server/validators/cf-worker';
import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '#core';
import { compilePlainSchema } from './plain-schema.ts';

const WEATHER: JsonObject = {
  type: 'object',
  description: 'where and when',
  properties: {
    place: { type: 'string', description: 'a town' },
    days: { type: 'integer' },
    unit: { type: 'string', enum: ['C', 'F'] },
    exact: { type: 'boolean' },
    tags: { type: 'array', items: { type: 'string' } },
    at: { type: 'object', properties: { lat: { type: 'number' } }, required: ['lat'] },
  },
  required: ['place'],
  additionalProperties: false,
};

describe('fitsPlainly', () => {
  it.each<[string, JsonValue, boolean]>([
    [
      'all of it',
      { place: 'Oslo', days: 2, unit: 'C', exact: true, tags: ['a'], at: { lat: 1 } },
      true,
    ],
    ['what is required', { place: 'Oslo' }, true],
    ['nothing', {}, false],
    ['another type', { place: 1 }, false],
    ['a part of a day', { place: 'Oslo', days: 1.5 }, false],
    ['another choice', { place: 'Oslo', unit: 'K' }, false],
    ['one wrong item', { place: 'Oslo', tags: ['a', 1] }, false],
    ['an object that lacks something', { place: 'Oslo', at: {} }, false],
    ['a property more', { place: 'Oslo', more: 1 }, false],
    ['null', null, false],
    ['a list', [], false],
    ['a name that every object inherits', { toString: 'Oslo' }, false],
  ])('knows of %s', (_name, value, fits) => {
    expect(compilePlainSchema(WEATHER)?.(value)).toBe(fits);
  });

  it.each<[string, JsonValue]>([
    ['a bound', { type: 'number', minimum: 1 }],
    ['a pattern', { type: 'string', pattern: 'a' }],
    ['a format', { type: 'string', format: 'date' }],
    ['a reference', { $ref: '#/$defs/a' }],
    ['several types', { type: ['string', 'null'] }],
    ['several schemas', { anyOf: [{ type: 'string' }] }],
    ['no type', { properties: {} }],
    ['true', true],
    ['others with a schema', { type: 'object', additionalProperties: { type: 'string' } }],
    ['a choice of numbers', { type: 'number', enum: [1, 2] }],
    ['something of that kind within', { type: 'object', properties: { a: { const: 1 } } }],
    ['something of that kind in a list', { type: 'array', items: { type: 'null' } }],
  ])('leaves %s to a validator', (_name, schema) => {
    expect(compilePlainSchema(schema)).toBeUndefined();
  });

  it('takes nothing that a validator refuses', () => {
    const random = seeded(7);
    let taken = 0;
    for (let round = 0; round < 3000; round += 1) {
      const schema = schemaFrom(random, 3);
      const value = valueFrom(random, 3);
      if (compilePlainSchema(schema)?.(value) !== true) continue;
      taken += 1;
      const validate = new CfWorkerJsonSchemaValidator().getValidator(schema);
      expect({ schema, value, ...validate(value) }).toMatchObject({ valid: true });
    }
    expect(taken).toBeGreaterThan(100);
  });
});

/** Numbers from 0 up to 1, the same for the same seed. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

function pick<T>(random: () => number, from: readonly T[]): T {
  return from[Math.floor(random() * from.length)] as T;
}

const NAMES = ['a', 'b', 'c'];

function schemaFrom(random: () => number, depth: number): JsonObject {
  const types = [
    'string',
    'integer',
    'number',
    'boolean',
    ...(depth > 0 ? ['object', 'array'] : []),
  ];
  const type = pick(random, types);
  if (type === 'string' && random() < 0.3) return { type, enum: ['x', 'y'] };
  if (type === 'array')
    return random() < 0.2 ? { type } : { type, items: schemaFrom(random, depth - 1) };
  if (type !== 'object') return { type };
  const properties = Object.fromEntries(
    NAMES.filter(() => random() < 0.6).map((name) => [name, schemaFrom(random, depth - 1)]),
  );
  const required = NAMES.filter(() => random() < 0.2);
  return { type, properties, required, additionalProperties: random() < 0.5 };
}

function valueFrom(random: () => number, depth: number): JsonValue {
  const simple: readonly JsonValue[] = ['x', 'z', '', 0, 1.5, -3, true, null];
  if (depth === 0 || random() < 0.4) return pick(random, simple);
  if (random() < 0.4) {
    return Array.from({ length: Math.floor(random() * 3) }, () => valueFrom(random, depth - 1));
  }
  return Object.fromEntries(
    NAMES.filter(() => random() < 0.5).map((name) => [name, valueFrom(random, depth - 1)]),
  );
}
