import { describe, expect, it } from 'vitest';
import type { JsonObject, TextFormat } from '#core';
import { createResponseFormatConverter } from './fit-format.ts';

const OPENAI = createResponseFormatConverter({ schemas: 'json-schema', strict: 'openai' });
const GEMINI = createResponseFormatConverter({ schemas: 'gemini', strict: 'any' });

function format(schema: JsonObject, fields: { name?: string; strict?: boolean } = {}): TextFormat {
  return { type: 'json_schema', name: 'r', schema, ...fields };
}

describe('createResponseFormatConverter', () => {
  it('moves unions from the root into the description', () => {
    const union = { type: 'object', oneOf: [{ properties: { a: { type: 'string' } } }] };
    expect(OPENAI(format(union))).toMatchObject({
      schema: {
        type: 'object',
        properties: { a: { type: 'string' } },
        description: expect.stringContaining('"oneOf"') as string,
      },
    });
    expect(OPENAI(format({ type: 'object', properties: {} }))).toEqual(
      format({ type: 'object', properties: {} }),
    );
  });

  it('gives Gemini schemas that it reads', () => {
    const schema = { type: 'object', properties: { n: { enum: [1, 2] } } };
    expect(GEMINI(format(schema))).not.toEqual(format(schema));
    expect(GEMINI(format({ type: 'array' }))).toMatchObject({ schema: { type: 'array' } });
  });

  it('returns nothing for lists, and for names that would have to be renamed', () => {
    expect(OPENAI(format({ type: 'array', items: {} }))).toBeUndefined();
    expect(OPENAI(format({ type: 'object', properties: { 'a b': {} } }))).toBeUndefined();
  });

  it('changes the name of the format, but no strict schema and no other format', () => {
    const strict = { strict: true, name: 'größe' };
    expect(OPENAI(format({ type: 'array' }, strict))).toEqual(
      format({ type: 'array' }, { strict: true, name: 'gr__e' }),
    );
    expect(OPENAI(format({ type: 'object', properties: {} }, { name: '' }))).toMatchObject({
      name: 'output',
    });
    expect(OPENAI({ type: 'json_object' })).toEqual({ type: 'json_object' });
  });
});
