import { expect, it } from 'vitest';
import type { JsonObject } from '#core';
import { createSchemaConverter } from './portable-schema.ts';

const times = <T>(count: number, create: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => create(at));
const named = (count: number, create: (at: number) => JsonObject): JsonObject =>
  Object.fromEntries(times(count, (at) => [`p${at}`, create(at)]));
const itself = (reference: string): JsonObject[] => times(30, () => ({ $ref: reference }));

/** Schemas that a server of tools may send, for which a converter without bounds takes minutes. */
const HOSTILE: Readonly<Record<string, JsonObject>> = {
  'branches that are the root': { type: 'object', anyOf: itself('#') },
  'branches that repeat themselves': {
    type: 'object',
    anyOf: itself('#/$defs/a'),
    $defs: { a: { type: 'object', anyOf: itself('#/$defs/a') } },
  },
  'references that double at each step': {
    type: 'object',
    properties: { x: { $ref: '#/$defs/p0' } },
    $defs: named(40, (at) => ({
      type: 'object',
      properties: times(2, () => ({ $ref: `#/$defs/p${at + 1}` })) as never,
    })),
  },
  'thousands of required properties': {
    type: 'object',
    properties: named(5000, () => ({ type: 'string' })),
    required: times(5000, (at) => `p${at}`),
  },
  'more than any model reads': {
    type: 'object',
    properties: named(20_000, () => ({ type: 'string' })),
  },
  'branches with many names each': {
    type: 'object',
    anyOf: times(100, (at) => ({ required: times(200, (name) => `r${(name * at) % 997}`) })),
  },
  'a union beside many properties': {
    type: 'object',
    properties: {
      x: {
        anyOf: times(1500, (at) => ({ type: 'object', properties: { [`a${at}`]: {} } })),
        properties: named(500, () => ({ type: 'string' })),
      },
    },
  },
};

it.each(Object.entries(HOSTILE))('converts %s at once, for each provider', (_, schema) => {
  const before = process.threadCpuUsage();
  const converters = (['json', 'gemini'] as const).map((schemas) =>
    createSchemaConverter({ schemas, strict: 'openai' } as never),
  );
  for (const convert of converters) {
    for (const isStrict of [false, true]) {
      const { schema: converted } = convert(schema, isStrict);
      expect(converted['type']).toBe('object');
    }
  }
  const { user, system } = process.threadCpuUsage(before);
  // Without bounds, most of the schemas take longer than any test may.
  expect((user + system) / 1e6).toBeLessThan(5);
});

it('leaves out a tool whose schema is longer than a model reads', () => {
  const convert = createSchemaConverter({ schemas: 'json', strict: 'any' } as never);
  expect(convert(HOSTILE['more than any model reads'] ?? {}).problem).toBe(
    'its schema is longer than 200000 characters',
  );
});
