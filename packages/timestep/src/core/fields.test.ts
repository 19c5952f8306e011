import { describe, expect, it } from 'vitest';
import {
  createFields,
  readFlag,
  readId,
  readIds,
  readList,
  readNumber,
  readObject,
  readObjects,
  readText,
  readTexts,
  readWord,
  rejectUnknownFields,
  reportField,
  toFields,
  requireFlag,
  requireId,
  requireObject,
  requireText,
  requireWord,
  type FieldRules,
  type Fields,
} from './fields.ts';
import type { JsonObject, JsonValue } from './data/json.ts';

const WORDS = ['low', 'high'] as const;

/** Returns the result of a reader, with the problems that it reported. */
function read(
  object: JsonObject,
  reader: (fields: Fields) => unknown,
  rules: Omit<FieldRules, 'report'> = {},
): { readonly result: unknown; readonly problems: readonly string[] } {
  const problems: string[] = [];
  const report: FieldRules['report'] = (path, problem, mistake) => {
    problems.push(`${path} ${problem} (${mistake})`);
  };
  return { result: reader(createFields(object, { ...rules, report })), problems };
}

const READERS: readonly [string, (fields: Fields) => unknown, JsonValue][] = [
  ['text', (fields) => readText(fields, 'a'), 'x'],
  ['id', (fields) => readId(fields, 'a'), 'x-1'],
  ['list of ids', (fields) => readIds(fields, 'a'), ['x', 'y']],
  ['flag', (fields) => readFlag(fields, 'a'), false],
  ['number', (fields) => readNumber(fields, 'a'), 1.5],
  ['word', (fields) => readWord(fields, 'a', WORDS), 'low'],
  ['list of texts', (fields) => readTexts(fields, 'a'), ['x', '']],
  ['list', (fields) => readList(fields, 'a'), [1, null]],
  ['object', (fields) => readObject(fields, 'a')?.object, { b: 1 }],
  ['list of objects', (fields) => readObjects(fields, 'a')?.map((one) => one.object), [{ b: 1 }]],
];

describe.each(READERS)('a %s', (_name, reader, value) => {
  it('is returned', () => {
    expect(read({ a: value }, reader)).toEqual({ result: value, problems: [] });
  });

  it('is undefined if absent or null', () => {
    expect(read({}, reader)).toEqual({ result: undefined, problems: [] });
    expect(read({ a: null }, reader)).toEqual({ result: undefined, problems: [] });
  });

  it('is of the wrong type if null is rejected', () => {
    const { result, problems } = read({ a: null }, reader, { rejectsNull: true });
    expect(result).toBeUndefined();
    expect(problems).toEqual([expect.stringMatching(/^a must be .*\(wrong-type\)$/)]);
  });
});

it.each<[string, (fields: Fields) => unknown, JsonObject, string]>([
  ['text', (one) => readText(one, 'a'), { a: 7 }, 'a must be a string (wrong-type)'],
  ['flag', (one) => readFlag(one, 'a'), { a: 'yes' }, 'a must be true or false (wrong-type)'],
  ['needed flag', (one) => requireFlag(one, 'a'), {}, 'a must be true or false (wrong-type)'],
  ['number', (one) => readNumber(one, 'a'), { a: '1' }, 'a must be a number (wrong-type)'],
  [
    'number in bounds',
    (one) => readNumber(one, 'a', { min: 0, max: 1 }),
    { a: 2 },
    'a must be a number from 0 to 1 (wrong-type)',
  ],
  [
    'whole number',
    (one) => readNumber(one, 'a', { min: 1, isWhole: true }),
    { a: 1.5 },
    'a must be a whole number of at least 1 (wrong-type)',
  ],
  [
    'word',
    (one) => readWord(one, 'a', WORDS),
    { a: 'mid' },
    'a must be one of low, high (wrong-value)',
  ],
  [
    'list of texts',
    (one) => readTexts(one, 'a'),
    { a: ['x', 7] },
    'a must be a list of strings (wrong-type)',
  ],
  ['list', (one) => readList(one, 'a'), { a: {} }, 'a must be a list (wrong-type)'],
  ['object', (one) => readObject(one, 'a'), { a: [] }, 'a must be an object (wrong-type)'],
])('reports a %s once and returns nothing', (_name, reader, object, problem) => {
  const { result, problems } = read(object, reader);
  expect(problems).toEqual([problem]);
  expect(result || undefined).toBeUndefined();
});

it('reports a required field once, and returns an empty value', () => {
  const reader = (one: Fields) => [
    requireText(one, 'a'),
    requireText(one, 'b'),
    requireText(one, 'c', 'set the name'),
    requireWord(one, 'd', WORDS),
    requireObject(one, 'e').object,
    requireObject(one, 'f', 'set the schema').object,
  ];
  expect(read({ b: 7 }, reader)).toEqual({
    result: ['', '', '', 'low', {}, {}],
    problems: [
      'a is missing (missing)',
      'b must be a string (wrong-type)',
      'c is missing: set the name (missing)',
      'd is missing (missing)',
      'e must be an object (wrong-type)',
      'f is missing: set the schema (missing)',
    ],
  });
});

it('names the path of a nested field', () => {
  const reader = (one: Fields) => {
    const inner = requireObject(one, 'a');
    for (const entry of readObjects(inner, 'b') ?? []) readText(entry, 'c');
    reportField(inner, '', 'is too large');
  };
  const { problems } = read({ a: { b: [{ c: 1 }, 'x', { c: 'y' }, { c: 2 }] } }, reader);
  expect(problems).toEqual([
    'a.b[1] must be an object (wrong-type)',
    'a.b[0].c must be a string (wrong-type)',
    'a.b[3].c must be a string (wrong-type)',
    'a is too large (wrong-value)',
  ]);
});

it('reads an outermost object under a name of its own', () => {
  const report = (path: string, problem: string): never => {
    throw new Error(`${path} ${problem}`);
  };
  expect(() => toFields([], { report, shows: 'type' }, 'the body')).toThrow(
    'the body must be an object, not a list',
  );
  expect(() => readText(toFields({ a: 1 }, { report }, 'the body'), 'a')).toThrow(
    /^a must be a string$/,
  );
});

it('shows the type of a value, or also the word', () => {
  const reader = (one: Fields) => [
    ...['a', 'b', 'c', 'd'].map((name) => readText(one, name)),
    readWord(one, 'e', WORDS),
  ];
  const object = { a: 1, b: [], c: {}, d: true, e: 'mid' };
  const types = [
    'a must be a string, not a number (wrong-type)',
    'b must be a string, not a list (wrong-type)',
    'c must be a string, not an object (wrong-type)',
    'd must be a string, not a boolean (wrong-type)',
  ];
  expect(read(object, reader, { shows: 'type' }).problems).toEqual([
    ...types,
    'e must be one of low, high (wrong-value)',
  ]);
  expect(read(object, reader, { shows: 'word' }).problems).toEqual([
    ...types,
    'e must be one of low, high, not "mid" (wrong-value)',
  ]);
});

it('words missing fields and lists as the module does', () => {
  const rules = { missing: 'must be a non-empty string', listName: 'an array' };
  const reader = (one: Fields) => [requireText(one, 'a'), readTexts(one, 'b'), readList(one, 'b')];
  expect(read({ b: 'x' }, reader, rules).problems).toEqual([
    'a must be a non-empty string (missing)',
    'b must be an array of strings (wrong-type)',
    'b must be an array (wrong-type)',
  ]);
});

it('takes an empty string as absent if told so', () => {
  const reader = (one: Fields) => [readText(one, 'a'), requireText(one, 'a')];
  expect(read({ a: '' }, reader)).toEqual({ result: ['', ''], problems: [] });
  expect(read({ a: '' }, reader, { ignoresEmptyTexts: true })).toEqual({
    result: [undefined, ''],
    problems: ['a is missing (missing)'],
  });
});

it.each<[JsonValue, boolean, number | undefined]>([
  ['12', true, 12],
  ['-3', true, -3],
  ['1.5', true, undefined],
  ['1e1', true, undefined],
  ['', true, undefined],
  ['1.5', false, 1.5],
  ['x', false, undefined],
  [' ', false, undefined],
])('reads the number in the text %j, whole: %j', (a, isWhole, number) => {
  const reader = (one: Fields) => readNumber(one, 'a', { isWhole });
  expect(read({ a }, reader, { readsNumbersInTexts: true }).result).toBe(number);
  expect(read({ a }, reader).problems).toHaveLength(1);
});

it('takes the text of another value from the module', () => {
  const toText = (path: string, value: JsonValue) =>
    typeof value === 'number' ? `${path}=${value}` : undefined;
  const reader = (one: Fields) => [readText(one, 'a'), readTexts(one, 'b'), readText(one, 'c')];
  expect(read({ a: 1, b: ['x', 2], c: true }, reader, { toText })).toEqual({
    result: ['a=1', ['x', 'b[1]=2'], undefined],
    problems: ['c must be a string (wrong-type)'],
  });
});

it('reports unknown fields', () => {
  const { problems } = read({ a: 1, c: 2 }, (one) => rejectUnknownFields(one, ['a', 'b']));
  expect(problems).toEqual(['c is unknown: use one of a, b (wrong-value)']);
});

describe('an id', () => {
  it.each(['a\0b', 'a\ud83d', '\u001b[2J', 'x'.repeat(513)])(
    'is reported with its path: %j',
    (id) => {
      const reader = (fields: Fields) => readId(fields, 'a');
      expect(read({ a: id }, reader).problems).toEqual([expect.stringMatching(/^a must /)]);
    },
  );

  it('that is required is missing or empty', () => {
    const reader = (fields: Fields) => requireId(fields, 'a', 'name it');
    expect(read({}, reader)).toEqual({ result: '', problems: ['a is missing: name it (missing)'] });
    const { problems } = read({ a: '' }, reader, { ignoresEmptyTexts: true });
    expect(problems).toEqual(['a is missing: name it (missing)']);
    expect(read({ a: 5 }, reader).problems).toEqual(['a must be a string (wrong-type)']);
  });

  it('is reported with its place in a list', () => {
    const reader = (fields: Fields) => readIds(fields, 'a');
    expect(read({ a: ['x', '\0'] }, reader).problems).toEqual([
      'a[1] must not contain control characters or broken Unicode (wrong-value)',
    ]);
  });

  it('may be as long as its reader allows', () => {
    const reader = (fields: Fields) => requireId(fields, 'a', undefined, 600);
    expect(read({ a: 'x'.repeat(600) }, reader).problems).toEqual([]);
  });
});
