import { expect, it } from 'vitest';
import { extractSchemaText } from './schema-text.ts';

it('names and describes the properties, those of inner schemas too', () => {
  const schema = {
    type: 'object',
    description: 'An order',
    properties: {
      color: { enum: ['red', 'blue', 7] },
      lines: { type: 'array', items: { properties: { amount: { description: 'How many' } } } },
      place: { anyOf: [{ type: 'string' }, { $ref: '#/$defs/address' }] },
    },
    required: ['color'],
    $defs: { address: { properties: { street: { type: 'string' } } } },
  };
  expect(extractSchemaText(schema).split('\n')).toEqual([
    'An order',
    'color',
    'red',
    'blue',
    'lines',
    'amount',
    'How many',
    'place',
    'address',
    'street',
  ]);
});

it.each([undefined, null, 'text', 7, true, {}, { properties: 7, items: [null] }])(
  'has no words for %j',
  (schema) => {
    expect(extractSchemaText(schema)).toBe('');
  },
);

it('takes a schema of any depth', () => {
  let schema: object = { description: 'the innermost' };
  for (let depth = 0; depth < 100_000; depth += 1) schema = { items: schema };
  expect(extractSchemaText(schema)).toBe('the innermost');
});
