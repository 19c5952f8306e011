import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import {
  checkValue,
  prepareArgumentsSchema,
  prepareResultSchema,
  type SchemaLike,
} from './schema.ts';

const city = z.object({ city: z.string(), days: z.number().default(1) });
const jsonCity = {
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
};

describe('a hoisted schema', () => {
  it.each<{ readonly kind: string; readonly schema: SchemaLike }>([
    { kind: 'zod', schema: city },
    { kind: 'JSON Schema', schema: jsonCity },
  ])('shows itself as JSON Schema and checks values: $kind', async ({ schema }) => {
    const hoisted = prepareArgumentsSchema('weather', schema);
    expect(hoisted.json).toMatchObject({ type: 'object', required: ['city'] });
    expect(await checkValue(hoisted, { city: 'Oakland' })).toMatchObject({
      ok: true,
      value: { city: 'Oakland' },
    });
    const wrong = await checkValue(hoisted, { city: 7 });
    expect(wrong).toMatchObject({ ok: false, issues: expect.stringMatching(/city/) });
  });

  it('fills in defaults', async () => {
    expect(await checkValue(prepareArgumentsSchema('weather', city), { city: 'Oakland' })).toEqual({
      ok: true,
      value: { city: 'Oakland', days: 1 },
    });
  });

  it('makes its JSON form once', () => {
    const made = vi.spyOn(city['~standard'].jsonSchema, 'input');
    const { standard } = prepareArgumentsSchema('weather', city);
    const { jsonSchema } = standard['~standard'];
    const target = 'draft-2020-12';
    expect(jsonSchema.input({ target })).toBe(jsonSchema.input({ target }));
    expect(made).toHaveBeenCalledTimes(1);
  });

  it('may be of any type where it is what a tool returns', () => {
    expect(prepareResultSchema('weather', z.array(z.string()))?.json).toMatchObject({
      type: 'array',
    });
  });

  it.each<{ readonly why: string; readonly schema: SchemaLike; readonly says: RegExp }>([
    { why: 'a string', schema: z.string(), says: /must describe an object, not "string"/ },
    { why: 'a list', schema: { type: 'array' }, says: /must describe an object, not "array"/ },
    { why: 'a type JSON has not', schema: z.object({ a: z.bigint() }), says: /is unusable: / },
  ])('cannot be $why where it is arguments', ({ schema, says }) => {
    expect(() => prepareArgumentsSchema('weather', schema)).toThrow(says);
  });

  it('takes any object where there is none, and nothing else', async () => {
    const any = prepareArgumentsSchema('weather', undefined);
    expect(any.json).toEqual({ type: 'object', additionalProperties: true });
    expect(await checkValue(any, { a: [1] })).toEqual({ ok: true, value: { a: [1] } });
    for (const value of ['text', null, [1], undefined]) {
      expect(await checkValue(any, value)).toEqual({ ok: false, issues: 'must be an object' });
    }
    expect(prepareResultSchema('weather', undefined)).toBeUndefined();
  });

  it('names the place of what is wrong, however deep', async () => {
    const nested = prepareArgumentsSchema(
      'deep',
      z.object({ list: z.array(z.object({ id: z.number() })) }),
    );
    expect(await checkValue(nested, { list: [{ id: 1 }, { id: 'two' }] })).toMatchObject({
      issues: expect.stringMatching(/^list\.1\.id: /),
    });
  });
});
