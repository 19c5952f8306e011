import { describe, expect, it } from 'vitest';
import { parseExactJson, type ExactObject } from './exact-json.ts';
import { calls, graded, says, task } from './graders.fixture.ts';
import { matchToolCalls, type ExpectedCall, type MadeCall } from './match-tool-calls.ts';
import { toolCallMatch } from './tool-call-match.ts';

const functions = [
  {
    name: 'geo.area',
    parameters: {
      properties: {
        base: { type: 'integer' },
        height: { type: 'float' },
        unit: { type: 'string' },
        points: { type: 'array', items: { type: 'float' } },
        tags: { type: 'array', items: { type: 'string' } },
        at: { type: 'dict' },
        legs: { type: 'array', items: { type: 'dict' } },
        exact: { type: 'boolean' },
      },
      required: ['base'],
    },
  },
];

function args(json: string): ExactObject {
  return parseExactJson(json) as ExactObject;
}

function expected(allowed: string, name = 'geo.area'): ExpectedCall {
  return { name, arguments: args(allowed) as ExpectedCall['arguments'] };
}

function made(json: string, name = 'geo_area'): MadeCall {
  return { name, arguments: args(json) };
}

describe('matchToolCalls', () => {
  it.each([
    ['the values allowed', '{"base":[10],"unit":["cm","mm"]}', '{"base":10,"unit":"mm"}'],
    [
      'text in other case and punctuation',
      '{"base":[1],"unit":["Square cm"]}',
      '{"base":1,"unit":"square-CM."}',
    ],
    ['a whole number for a fraction', '{"base":[1],"height":[5]}', '{"base":1,"height":5}'],
    ['an argument that may be left out', '{"base":[1],"unit":["cm",""]}', '{"base":1}'],
    ['lists', '{"base":[1],"tags":[["A b","c"]]}', '{"base":1,"tags":["ab","C"]}'],
    ['objects', '{"base":[1],"at":[{"x":[1,2],"y":["","q"]}]}', '{"base":1,"at":{"x":2}}'],
    [
      'lists of objects',
      '{"base":[1],"legs":[[{"x":[1]},{"x":[2]}]]}',
      '{"base":1,"legs":[{"x":1},{"x":2}]}',
    ],
    ['the name of a variable', '{"base":["side"]}', '{"base":"side"}'],
  ])('takes %s', (_, allowed, given) => {
    expect(matchToolCalls([expected(allowed)], [made(given)], { functions })).toEqual({
      valid: true,
    });
  });

  it.each([
    ['a value that is not allowed', '{"base":[10]}', '{"base":11}', 'value_error:others'],
    ['other text', '{"base":[1],"unit":["cm"]}', '{"base":1,"unit":"mm"}', 'value_error:string'],
    ['a fraction for a whole number', '{"base":[10]}', '{"base":10.0}', 'type_error:simple'],
    ['text for a number', '{"base":[10]}', '{"base":"10"}', 'type_error:simple'],
    [
      'whole numbers in a list of fractions',
      '{"base":[1],"points":[[1.0,2.0]]}',
      '{"base":1,"points":[1,2]}',
      'type_error:nested',
    ],
    [
      'a list in another order',
      '{"base":[1],"tags":[["a","b"]]}',
      '{"base":1,"tags":["b","a"]}',
      'value_error:list/tuple',
    ],
    [
      'an unknown key',
      '{"base":[1],"at":[{"x":[1]}]}',
      '{"base":1,"at":{"x":1,"z":1}}',
      'value_error:dict_key',
    ],
    [
      'a key left out',
      '{"base":[1],"at":[{"x":[1],"y":[2]}]}',
      '{"base":1,"at":{"x":1}}',
      'value_error:dict_key',
    ],
    [
      'another value in an object',
      '{"base":[1],"at":[{"x":[1]}]}',
      '{"base":1,"at":{"x":2}}',
      'value_error:dict_value',
    ],
    [
      'fewer objects',
      '{"base":[1],"legs":[[{"x":[1]},{"x":[2]}]]}',
      '{"base":1,"legs":[{"x":1}]}',
      'value_error:list_dict_count',
    ],
    [
      'a required argument left out',
      '{"base":[1],"unit":["cm"]}',
      '{"unit":"cm"}',
      'simple_function_checker:missing_required',
    ],
    [
      'an expected argument left out',
      '{"base":[1],"unit":["cm"]}',
      '{"base":1}',
      'simple_function_checker:missing_optional',
    ],
    [
      'an argument nobody expects',
      '{"base":[1]}',
      '{"base":1,"unit":"cm"}',
      'simple_function_checker:unexpected_param',
    ],
    [
      'an inherited name',
      '{"base":[1]}',
      '{"base":1,"constructor":1}',
      'simple_function_checker:unexpected_param',
    ],
  ])('refuses %s', (_, allowed, given, errorType) => {
    const match = matchToolCalls([expected(allowed)], [made(given)], { functions });
    expect(match).toMatchObject({ valid: false, errorType });
    expect(match.reason).toMatch(/\w/);
  });

  it('refuses another name, another number of calls, and none', () => {
    const call = expected('{"base":[1]}');
    const wrong = [
      matchToolCalls([call], [made('{"base":1}', 'geo_size')], { functions }),
      matchToolCalls([call], [], { functions }),
      matchToolCalls([], [made('{"base":1}')], { functions }),
    ].map(({ errorType }) => errorType);
    expect(wrong).toEqual([
      'simple_function_checker:wrong_func_name',
      'simple_function_checker:wrong_count',
      'simple_function_checker:wrong_count',
    ]);
    expect(matchToolCalls([], [])).toEqual({ valid: true });
  });

  it('takes calls side by side in any order, each for one expectation', () => {
    const both = [expected('{"base":[1]}'), expected('{"base":[1,2]}')];
    const match = (...given: string[]): boolean =>
      matchToolCalls(
        both,
        given.map((json) => made(json)),
        { functions },
      ).valid;
    expect(match('{"base":2}', '{"base":1}')).toBe(true);
    expect(match('{"base":1}', '{"base":1}')).toBe(true);
    expect(match('{"base":2}', '{"base":2}')).toBe(false);
    expect(match('{"base":1}')).toBe(false);
  });

  it('reads types off the allowed values where nothing is declared', () => {
    const call = expected(
      '{"base":[10],"height":[0.5],"tags":[["a"]],"at":[{"x":[1]}],"exact":[true]}',
    );
    const same = '{"base":10,"height":0.5,"tags":["A"],"at":{"x":1},"exact":true}';
    expect(matchToolCalls([call], [made(same)])).toEqual({ valid: true });
    expect(matchToolCalls([call], [made(same.replace('10', '10.0'))]).valid).toBe(false);
  });
});

describe('ToolCallMatch', () => {
  const expects = task({
    expected: { tool_calls: [{ name: 'calc', arguments: { a: [1], b: ['x', ''] } }] },
  });

  it('grades the first calls by what the model wrote', async () => {
    const grade = async (text: string): Promise<boolean> =>
      (await graded(toolCallMatch(), [...calls(['calc', text]), says('done')], expects)).passed;
    expect(await grade('{"a":1}')).toBe(true);
    expect(await grade('{"a":1,"b":"X"}')).toBe(true);
    expect(await grade('{"a":1.0}')).toBe(false);
    expect(await grade('not json')).toBe(false);
  });

  it('says why not, and is skipped where nothing is expected', async () => {
    expect(await graded(toolCallMatch(), [says('no call')], expects)).toMatchObject({
      passed: false,
      details: { error_type: 'simple_function_checker:wrong_count' },
    });
    expect(await graded(toolCallMatch(), [], task())).toMatchObject({ skipped: true });
  });

  it('passes where no call is expected and none is made', async () => {
    const none = task({ expected: { tool_calls: [] } });
    expect(await graded(toolCallMatch(), [says('I cannot')], none)).toMatchObject({ passed: true });
    expect(await graded(toolCallMatch(), calls(['calc', '{}']), none)).toMatchObject({
      passed: false,
    });
  });
});
