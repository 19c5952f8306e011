import { describe, expect, it } from 'vitest';
import { parseFormArguments, schemaToFields, getInitialTexts } from './schema-form.ts';

const SCHEMA = {
  type: 'object',
  properties: {
    city: { type: 'string', title: 'City', description: 'Where.' },
    days: { type: ['integer', 'null'], default: 3 },
    isShort: { anyOf: [{ type: 'boolean' }, { type: 'null' }], default: null },
    unit: { enum: ['C', 'F', 1] },
    tags: { type: 'array', items: { type: 'string' } },
    marks: { type: 'array', items: { type: 'number' } },
    place: { type: 'object', properties: { x: { type: 'number' } } },
    anything: true,
  },
  required: ['city', 'unit'],
};

function fields(schema: unknown = SCHEMA) {
  return schemaToFields(schema) ?? [];
}

describe('the fields of a schema', () => {
  it('have the kind that fits', () => {
    expect(fields().map(({ name, kind }) => [name, kind])).toEqual([
      ['city', 'text'],
      ['days', 'number'],
      ['isShort', 'flag'],
      ['unit', 'choice'],
      ['tags', 'list'],
      ['marks', 'list'],
      ['place', 'json'],
      ['anything', 'json'],
    ]);
    expect(fields()[0]).toMatchObject({ title: 'City', about: 'Where.', isRequired: true });
    expect(fields()[3]).toMatchObject({ title: 'unit', choices: ['"C"', '"F"', '1'] });
    expect(getInitialTexts(fields())).toMatchObject({ city: '', days: '3' });
  });

  it('are none where a schema says more than its properties', () => {
    for (const schema of [
      undefined,
      true,
      [],
      { anyOf: [{}] },
      { $ref: '#/x' },
      { type: 'object', additionalProperties: true },
      { properties: [] },
    ]) {
      expect(schemaToFields(schema)).toBeUndefined();
    }
    expect(schemaToFields({ type: 'object' })).toEqual([]);
  });
});

describe('the arguments of a form', () => {
  it('are values of their kinds, without what is left empty', () => {
    const texts = {
      city: '',
      days: '-1.5',
      isShort: 'false',
      unit: '1',
      tags: 'a\n\n b \n',
      marks: '1\n2e3',
      place: '{"x": 1}',
      anything: '[null]',
    };
    expect(parseFormArguments(fields(), texts)).toEqual({
      kind: 'good',
      arguments: {
        city: '',
        days: -1.5,
        isShort: false,
        unit: 1,
        tags: ['a', ' b '],
        marks: [1, 2000],
        place: { x: 1 },
        anything: [null],
      },
    });
    expect(parseFormArguments(fields(), { unit: '"C"' })).toEqual({
      kind: 'good',
      arguments: { city: '', unit: 'C' },
    });
  });

  it('are refused field by field', () => {
    const texts = { days: 'x', isShort: 'yes', tags: 'a', marks: '1\nx', place: '{', unit: '' };
    expect(parseFormArguments(fields(), texts)).toEqual({
      kind: 'bad',
      errors: {
        days: 'must be a number',
        isShort: 'must be true or false',
        marks: 'must have one number per line',
        place: 'must be JSON',
        unit: 'is required',
      },
    });
  });

  it('may have names that objects have already', () => {
    const odd = fields(JSON.parse('{"properties": {"__proto__": {"type": "string"}}}'));
    const read = parseFormArguments(odd, getInitialTexts(odd));
    expect(read).toEqual({ kind: 'good', arguments: {} });
  });
});
