import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '#core';
import { toGeminiSchema } from './gemini-schema.ts';

const text = { type: 'string' } as const;
const none = { type: 'null' } as const;

/** Converts the schema of one property. */
function convert(schema: JsonValue, definitions: JsonObject = {}): JsonValue | undefined {
  const root = { type: 'object', properties: { a: schema }, $defs: definitions };
  return (toGeminiSchema(root)['properties'] as JsonObject)['a'];
}

describe('Gemini receives', () => {
  const rows: readonly [string, JsonValue, JsonValue][] = [
    ['one type per schema', { type: ['string', 'null'] }, { anyOf: [text, none] }],
    [
      'the properties of objects only',
      { type: ['object', 'null'], properties: { b: text }, required: ['b', 'c'] },
      { anyOf: [{ type: 'object', properties: { b: text }, required: ['b'] }, none] },
    ],
    ['enums of texts', { enum: ['x', 'y'] }, { type: 'string', enum: ['x', 'y'] }],
    [
      'enums without null',
      { type: 'string', enum: ['x', null] },
      { anyOf: [{ type: 'string', enum: ['x'] }, none] },
    ],
    [
      'numbers instead of enums of numbers',
      { enum: [1, 2], description: 'Level' },
      { type: 'number', description: 'Level (must match {"enum":[1,2]})' },
    ],
    [
      'enums without blank texts',
      { enum: [''] },
      { type: 'string', description: '(must match {"enum":[""]})' },
    ],
    ['a constant as an enum', { const: 'x' }, { type: 'string', enum: ['x'] }],
    [
      'conditions in words',
      { type: 'string', pattern: '^a', format: 'uri' },
      { type: 'string', description: '(must match {"pattern":"^a","format":"uri"})' },
    ],
    ['dates', { type: 'string', format: 'date-time' }, { type: 'string', format: 'date-time' }],
    [
      'unions without words beside them',
      { oneOf: [{ type: 'string' }, { anyOf: [none, { type: 'boolean' }] }], description: 'Any' },
      {
        anyOf: [
          { type: 'string', description: 'Any' },
          none,
          { type: 'boolean', description: 'Any' },
        ],
      },
    ],
    [
      'allOf as one schema',
      { allOf: [{ properties: { b: text }, required: ['b'] }, { properties: { c: text } }] },
      { type: 'object', properties: { b: text, c: text }, required: ['b'] },
    ],
    [
      'tuples as arrays',
      { type: 'array', prefixItems: [text, { type: 'number' }], items: {} },
      {
        type: 'array',
        items: { anyOf: [text, { type: 'number' }] },
        description: expect.any(String) as string,
      },
    ],
    ['a type for any value', {}, { anyOf: [text, { type: 'number' }, { type: 'boolean' }] }],
    [
      'objects without properties',
      { type: 'object', additionalProperties: false },
      { type: 'object' },
    ],
  ];
  it.each(rows)('%s', (_, given, sent) => expect(convert(given)).toEqual(sent));

  it('what references lead to, and the end of a recursion in words', () => {
    const tree = { type: 'object', properties: { next: { $ref: '#/$defs/tree' }, leaf: text } };
    expect(convert({ $ref: '#/$defs/tree', description: 'A tree' }, { tree })).toEqual({
      type: 'object',
      description: 'A tree',
      properties: {
        next: { type: 'object', description: '(must match {"$ref":"#/$defs/tree"})' },
        leaf: text,
      },
    });
  });

  it('the items of a list that contains itself', () => {
    const list = { type: 'array', items: { $ref: '#/$defs/list' } };
    expect(convert({ $ref: '#/$defs/list' }, { list })).toEqual({
      type: 'array',
      items: {
        type: 'array',
        description: '(must match {"$ref":"#/$defs/list"})',
        items: { anyOf: [text, { type: 'number' }, { type: 'boolean' }] },
      },
    });
  });

  it('the required ones of too many properties', () => {
    const names = Array.from({ length: 250 }, (_, at) => `p${at}`);
    const properties = Object.fromEntries(names.map((name) => [name, text]));
    const sent = toGeminiSchema({ type: 'object', properties, required: ['p249'] });
    expect(Object.keys(sent['properties'] as JsonObject)).toHaveLength(190);
    expect(sent['required']).toEqual(['p249']);
  });

  it('little of references that double at every level', () => {
    const double = (at: number) => ({
      type: 'object',
      properties: { a: { $ref: `#/$defs/d${at}` }, b: { $ref: `#/$defs/d${at}` } },
    });
    const definitions = Object.fromEntries(
      Array.from({ length: 30 }, (_, at) => [`d${at}`, double(at + 1)]),
    );
    expect(JSON.stringify(convert({ $ref: '#/$defs/d0' }, definitions)).length).toBeLessThan(
      50_000,
    );
  });
});
