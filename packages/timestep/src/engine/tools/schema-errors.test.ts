import { expect, it } from 'vitest';
import type { JsonObject } from '#core';
import { checkValue, prepareArgumentsSchema } from './schema.ts';

const CITY = {
  type: 'object',
  properties: { city: { type: 'string' } },
  additionalProperties: false,
};
const one = (schema: object | boolean): object => ({ type: 'object', properties: { a: schema } });

it.each<readonly [schema: object, value: unknown, issues: string]>([
  [CITY, { city: 'x', model: 1 }, '"model" is unknown: the known names are "city"'],
  [CITY, { ctiy: 'x' }, '"ctiy" is unknown: did you mean "city"?'],
  [{ ...CITY, properties: {} }, { a: 1 }, '"a" is unknown: no names are allowed'],
  [CITY, { 'x\u202e\n': 1 }, '"x\\u{202e}\\u{a}" is unknown: the known names are "city"'],
  [{ ...CITY, required: ['city'] }, {}, '"city" is missing'],
  [CITY, { city: 7 }, 'city: must be a text, not a number'],
  [
    one({ enum: ['celsius', 'kelvin'] }),
    { a: 'kelwin' },
    'a: must be "celsius" or "kelvin", not "kelwin": did you mean "kelvin"?',
  ],
  [one({ enum: [1, 2, 3] }), { a: 4 }, 'a: must be 1, 2 or 3, not 4'],
  [one({ const: 1 }), { a: 2 }, 'a: must be 1'],
  [one({ type: ['integer', 'null'] }), { a: 'x' }, 'a: must be an integer or null, not a text'],
  [
    one({ anyOf: [{ type: 'string' }, { type: 'number' }] }),
    { a: true },
    'a: fits none of the allowed forms, a: must be a text or a number, not true or false',
  ],
  [one({ type: 'integer', maximum: 3 }), { a: 7 }, 'a: 7 is greater than 3'],
  [one({ type: 'string', minLength: 3 }), { a: 'b' }, 'a: string is too short (1 < 3)'],
  [
    one({ type: 'string', pattern: '^a' }),
    { a: 'b' },
    'a: does not match the pattern of the schema',
  ],
  [one({ type: 'string', format: 'email' }), { a: 'b' }, 'a: must have the format email'],
  [
    one({ type: 'array', items: CITY }),
    { a: [{ city: 'x', town: 'y' }] },
    'a.0: "town" is unknown: the known names are "city"',
  ],
  [one(false), { a: 1 }, 'a: is not allowed'],
  [
    { ...one({ $ref: '#/$defs/c' }), $defs: { c: CITY } },
    { a: { citty: '' } },
    'a: "citty" is unknown: did you mean "city"?',
  ],
  [{ type: 'object', dependentRequired: { a: ['b'] } }, { a: 1 }, '"a" needs "b" beside it'],
  [
    { type: 'object', propertyNames: { pattern: '^a' } },
    { b: 1 },
    '"b" is not an allowed name, b: does not match the pattern of the schema',
  ],
  [{ type: 'object', allOf: [{ required: ['q'] }] }, {}, '"q" is missing'],
  [one({ type: 'array', prefixItems: [{}], items: false }), { a: [1, 2] }, 'a.1: is not allowed'],
  [one({ not: { type: 'string' } }), { a: 'x' }, 'a: instance matched "not" schema'],
])('%j, given %j, is told: %s', async (schema, value, issues) => {
  const prepared = prepareArgumentsSchema('t', schema as JsonObject);
  expect(await checkValue(prepared, value)).toEqual({ ok: false, issues });
});

it('ends for a schema that refers to itself', async () => {
  const schema = { type: 'object', properties: { a: { $ref: '#' } }, additionalProperties: false };
  const prepared = prepareArgumentsSchema('t', schema);
  expect(await checkValue(prepared, { a: { a: { b: 1 } } })).toMatchObject({
    issues: 'a.a: "b" is unknown: the known names are "a"',
  });
});
