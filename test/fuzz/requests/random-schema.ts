import type { JsonObject, JsonValue } from '@timestep-ai/timestep/core';
import type { Draw } from '../random.ts';

/** More than 250 values with more than 15,000 characters, which strict schemas may not have. */
const LONG_VALUES: JsonObject = {
  type: 'string',
  enum: Array.from({ length: 300 }, (_, at) => `${at}`.padStart(60, 'v')),
};

/** Schemas of one value that some provider refuses, beside ordinary ones. */
const LEAVES: readonly [JsonValue, ...JsonValue[]] = [
  { type: 'string' },
  { type: 'integer', minimum: 1, maximum: 9 },
  { type: 'boolean', default: false },
  { type: 'string', enum: ['a', 'b'] },
  { type: 'string', enum: ['a', 'b', '', null] },
  { enum: [1, 2, 3] },
  { type: 'integer', enum: [1, 2] },
  { enum: ['a', 1, null, true] },
  { enum: [] },
  { const: 'fixed' },
  { const: 5 },
  { type: ['string', 'null'] },
  { type: ['object', 'null'], properties: { a: { type: 'string' } }, required: ['a'] },
  { type: ['array', 'null'] },
  { type: 'array' },
  { type: 'array', items: [{ type: 'string' }, { type: 'number' }] },
  { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }] },
  { type: 'array', items: true },
  { type: 'object' },
  { type: 'object', properties: {} },
  { type: 'object', properties: [] },
  { type: 'object', additionalProperties: { type: 'number' } },
  { type: 'object', patternProperties: { '^x-': { type: 'string' } } },
  { type: 'object', propertyNames: { type: 'integer' } },
  { type: 'object', propertyNames: { pattern: '^a' } },
  { type: 'object', required: ['missing'] },
  { type: 'string', properties: { a: {} }, required: ['a'] },
  { type: 'string', format: 'uri' },
  { type: 'string', format: 'date-time' },
  { type: 'string', pattern: '^(?=a)b' },
  { type: 'string', pattern: '([' },
  { type: 'string', nullable: true },
  { type: 'number', minimum: 1, exclusiveMinimum: true },
  { type: 'number', minimum: 'low' },
  { type: 'any' },
  { type: [] },
  { description: 'anything \uD83C' },
  {},
  true,
  false,
  null,
  { $ref: '#/$defs/tree' },
  { $ref: '#/$defs/leaf', description: 'a leaf' },
  { $ref: '#/$defs/absent' },
  { $ref: '#' },
  { $ref: 'https://example.com/schema.json' },
  { not: { type: 'string' } },
  { not: { type: 'array' } },
  { type: 'array', items: {}, prefixItems: [{ type: 'array' }], contains: { type: 'array' } },
  { type: 'object', dependentSchemas: { a: { type: 'array' } } },
  { type: 'object', patternProperties: { '\uD83C': { type: 'array' } } },
  { type: 'object', properties: { 'half \uD83C': { type: 'string' }, 'nul \0': {} } },
  { type: 'object', required: ['half \uD83C'], properties: { 'half \uD83C': {} } },
  { type: 'string', enum: ['half \uD83C', '\0'], default: '\uDF1E' },
  { type: 'string', enum: Array.from({ length: 1001 }, (_, at) => `${at}`) },
  { $ref: '#/$defs/half \uD83C' },
  JSON.parse('{"if":{"type":"array"},"then":{"type":"array"},"else":false}') as JsonValue,
  JSON.parse('{"if":{"const":1},"then":{"minimum":0}}') as JsonValue,
  { type: 'string', $id: 'https://example.com/a', $comment: 'x', example: 'y' },
];

const CONDITION = '{"allOf":[{"if":{"required":["city"]},"then":{"required":["$top"]}}]}';

const DEFINITIONS: JsonObject = {
  'half \uD83C': { type: 'array' },
  leaf: { type: 'string', enum: ['x', 'y'] },
  tree: {
    type: 'object',
    properties: { value: { type: 'number' }, next: { $ref: '#/$defs/tree' } },
  },
};

const NAMES: readonly [string, ...string[]] = [
  'city',
  'filter[name]',
  '$top',
  'a b',
  'x'.repeat(80),
  '1st',
  'größe',
  '',
  'a.b',
  'half \uD83C',
  '__proto__',
  'constructor',
];

/** Draws the schema of a value that is nested at most `depth` levels deep. */
function drawValue(draw: Draw, depth: number): JsonValue {
  if (depth === 0 || draw.chance(0.5)) return draw.of(LEAVES);
  switch (draw.below(6)) {
    case 0:
      return { type: 'array', items: drawValue(draw, depth - 1) };
    case 1:
      return { anyOf: [drawValue(draw, depth - 1), drawValue(draw, depth - 1)] };
    case 2:
      return { oneOf: [drawValue(draw, depth - 1), { type: 'null' }], description: 'one of two' };
    case 3:
      return { allOf: [drawObject(draw, depth - 1), drawObject(draw, depth - 1)] };
    case 4: {
      let deep: JsonValue = { type: 'string' };
      const levels = draw.of([3, 12, 60]);
      for (let level = 0; level < levels; level += 1)
        deep = { type: 'object', properties: { deeper: deep } };
      return deep;
    }
    default:
      return drawObject(draw, depth - 1);
  }
}

function drawObject(draw: Draw, depth: number): JsonObject {
  const names = Array.from({ length: draw.below(5) }, () => draw.of(NAMES));
  const properties = Object.fromEntries(names.map((name) => [name, drawValue(draw, depth)]));
  return {
    type: 'object',
    properties,
    required: names.filter(() => draw.chance(0.5)),
    ...(draw.chance(0.3) && { additionalProperties: draw.of([true, false]) }),
  };
}

/** Draws a tool's parameters, of which some are no schema of an object at all. */
export function drawParameters(draw: Draw): JsonObject {
  const object = { ...drawObject(draw, 3), $defs: DEFINITIONS };
  switch (draw.below(14)) {
    case 0:
      return {};
    case 1:
      return { $ref: '#/$defs/tree', $defs: DEFINITIONS };
    case 2:
      return { ...object, anyOf: [{ required: ['city'] }, { required: ['$top'] }] };
    case 3:
      return { oneOf: [drawObject(draw, 1), drawObject(draw, 1)] };
    case 4:
      return {
        ...object,
        ...(JSON.parse(CONDITION) as JsonObject),
      };
    case 5:
      return draw.of([{ type: 'string' }, { type: 'array' }, { enum: [1] }, { const: {} }]);
    case 6: {
      if (draw.chance(0.5)) return { type: 'object', properties: { city: LONG_VALUES } };
      const many = Array.from({ length: 300 }, (_, at) => [`p${at}`, { type: 'string' }] as const);
      return { type: 'object', properties: Object.fromEntries(many) };
    }
    case 7:
      return { properties: { city: drawValue(draw, 2) } };
    default:
      return object;
  }
}
