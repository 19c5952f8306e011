import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#core';
import { createArgumentNameMap } from './argument-names.ts';
import { toPortableSchema } from './portable-schema.ts';

const text = { type: 'string' } as const;

/** Lists parts of an argument schema that Anthropic, OpenAI or Gemini refuses. */
function findFaults(schema: JsonObject): string[] {
  const faults: string[] = [];
  if (schema['type'] !== 'object') faults.push('root type');
  for (const keyword of ['oneOf', 'anyOf', 'allOf', 'enum', 'const', 'not', '$ref', 'if']) {
    if (schema[keyword] !== undefined) faults.push(keyword);
  }
  const properties = (schema['properties'] ?? {}) as JsonObject;
  for (const name of Object.keys(properties)) {
    if (!/^[A-Za-z_][A-Za-z0-9_.-]{0,63}$/.test(name)) faults.push(`name ${name}`);
  }
  for (const name of (schema['required'] ?? []) as string[]) {
    if (!(name in properties)) faults.push(`required ${name}`);
  }
  if (/"type":"array"(?![^{}]*"items")/.test(JSON.stringify(schema))) faults.push('items');
  return faults;
}

const ODD: readonly [string, JsonObject, string[]][] = [
  ['no type', { properties: { a: text } }, ['a']],
  ['an empty schema', {}, []],
  [
    'anyOf at the root',
    {
      type: 'object',
      properties: { url: text, text },
      anyOf: [{ required: ['url'] }, { required: ['text'] }],
    },
    ['url', 'text'],
  ],
  [
    'if inside allOf',
    {
      type: 'object',
      properties: { kind: text, id: text },
      allOf: JSON.parse(
        '[{"if":{"properties":{"kind":{"const":"a"}}},"then":{"required":["id"]}}]',
      ) as JsonObject[],
    },
    ['kind', 'id'],
  ],
  [
    'oneOf without properties',
    {
      oneOf: [
        { type: 'object', properties: { id: text } },
        { type: 'object', properties: { name: text } },
      ],
    },
    ['id', 'name'],
  ],
  [
    'a reference at the root',
    {
      $ref: '#/$defs/query',
      $defs: { query: { type: 'object', properties: { q: text }, required: ['q'] } },
    },
    ['q'],
  ],
  [
    'references in branches',
    { anyOf: [{ $ref: '#/$defs/a' }], $defs: { a: { properties: { x: text }, required: ['x'] } } },
    ['x'],
  ],
  [
    'names of query strings',
    {
      type: 'object',
      properties: { 'filter[name]': text, $top: { type: 'number' } },
      required: ['$top'],
    },
    ['_top_', 'filter_name_'],
  ],
  ['a list of anything', { type: 'object', properties: { tags: { type: 'array' } } }, ['tags']],
  [
    'a list deep inside',
    { type: 'object', properties: { a: { anyOf: [{ type: ['array', 'null'] }] } } },
    ['a'],
  ],
  [
    'a required name without a property',
    { type: 'object', properties: { a: text }, required: ['b'] },
    ['a'],
  ],
  ['properties that are a list', { type: 'object', properties: [] }, []],
  [
    'an enumeration at the root',
    { type: 'object', enum: [{ a: 1 }], properties: { a: { type: 'number' } } },
    ['a'],
  ],
];

describe.each(ODD)('%s', (_, schema, names) => {
  it('is sent in a form that providers take, with its properties', () => {
    const sent = toPortableSchema(schema);
    expect(findFaults(sent.schema)).toEqual([]);
    const properties = Object.keys((sent.schema['properties'] ?? {}) as JsonObject);
    expect(properties).toHaveLength(names.length);
    for (const name of names) expect(properties.some((one) => one.startsWith(name))).toBe(true);
  });
});

it('leaves an ordinary schema as it is', () => {
  const schema = { type: 'object', properties: { a: { type: 'array', items: text } } } as const;
  expect(toPortableSchema(schema).schema).toBe(schema);
});

it('requires what all branches require, and says the rest in a note', () => {
  const branch = (name: string) => ({ properties: { [name]: text }, required: ['id', name] });
  const schema = { type: 'object', properties: { id: text }, oneOf: [branch('a'), branch('b')] };
  const sent = toPortableSchema(schema);
  expect(sent.schema['required']).toEqual(['id']);
  expect(sent.note).toContain('"oneOf"');
});

it('turns the names of arguments back', () => {
  const parameters = { type: 'object', properties: { 'filter[name]': text, $top: text, a: text } };
  const tools = [{ type: 'function', function: { name: 'odd', parameters } }] as const;
  const names = createArgumentNameMap(tools, toPortableSchema);
  const sent = Object.keys((toPortableSchema(parameters).schema['properties'] ?? {}) as JsonObject);
  const written = JSON.stringify(Object.fromEntries(sent.map((name) => [name, '1'])));
  expect(JSON.parse(names.restore('odd', written))).toEqual({
    'filter[name]': '1',
    $top: '1',
    a: '1',
  });
  expect(names.toSent('odd', { 'filter[name]': '1', $top: '1', a: '1' })).toEqual(
    JSON.parse(written),
  );
  expect(names.toSent('even', { $top: '1' })).toEqual({ $top: '1' });
  expect(names.hasRenamed('odd')).toBe(true);
  expect(names.hasRenamed('even')).toBe(false);
  expect(names.restore('odd', 'not json')).toBe('not json');
  expect(names.restore('even', '{"a":1}')).toBe('{"a":1}');
});

it('cleans every text and name, and restores the names of arguments', () => {
  const half = 'half \uD83C';
  const schema: JsonObject = {
    type: 'object',
    properties: {
      [half]: { type: 'object', properties: { [half]: text, 'nul \0': text }, required: [half] },
      b: { $ref: `#/$defs/${half}` },
      c: { type: 'object', patternProperties: { [half]: text } },
    },
    required: [half],
    $defs: { [half]: { type: 'string', enum: [half, '\0'] } },
  };
  const { schema: sent, renamed } = toPortableSchema(schema);
  const written = JSON.stringify(sent);
  expect(written).not.toMatch(/\\u(d8|0000)/);
  expect([...renamed.values()]).toEqual([half]);
  expect(sent['required']).toEqual([...renamed.keys()]);
  expect(written).toContain('"$ref":"#/$defs/half \uFFFD"');
  expect(Object.keys(sent['$defs'] as JsonObject)).toEqual(['half \uFFFD']);
  const { note } = toPortableSchema({ ...schema, not: { properties: { [half]: {} } } });
  expect(note).not.toContain(String.raw`\ud8`);
});
