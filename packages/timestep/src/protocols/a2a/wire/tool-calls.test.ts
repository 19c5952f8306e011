import { expect, it } from 'vitest';
import type { JsonValue } from '#core';
import {
  parseToolCalls,
  createToolCallsPart,
  parseToolResults,
  createToolResultsPart,
} from './tool-calls.ts';

const call = {
  id: 'call_1',
  type: 'function',
  function: { name: 'get_weather', arguments: '{"location":"Oakland"}' },
} as const;

it('asks for calls with flat entries and arguments as an object', () => {
  expect(createToolCallsPart([call])).toEqual({
    data: {
      tool_calls: [{ call_id: 'call_1', name: 'get_weather', arguments: { location: 'Oakland' } }],
    },
    mediaType: 'application/json',
  });
});

it.each([
  ['nothing', '', {}],
  ['broken JSON', '{"a":', '{"a":'],
  ['JSON that is not an object', '[1]', '[1]'],
])('sends arguments that are %s as they are', (_name, text, sent) => {
  const part = createToolCallsPart([{ ...call, function: { name: 'f', arguments: text } }]);
  expect(part).toMatchObject({ data: { tool_calls: [{ arguments: sent }] } });
});

it.each<[string, JsonValue]>([
  ['our form', { call_id: 'call_1', name: 'get_weather', arguments: { location: 'Oakland' } }],
  [
    'our form with text',
    { call_id: 'call_1', name: 'get_weather', arguments: '{"location":"Oakland"}' },
  ],
  [
    'the nested form of OpenAI',
    {
      id: 'call_1',
      type: 'function',
      function: { name: 'get_weather', arguments: '{"location":"Oakland"}' },
    },
  ],
  ['ids named id', { id: 'call_1', name: 'get_weather', arguments: { location: 'Oakland' } }],
])('reads calls in %s', (_name, entry) => {
  expect(parseToolCalls({ tool_calls: [entry] })).toEqual([call]);
});

it('reads no calls where there are none, and leaves out what has no name', () => {
  expect(parseToolCalls({ weather: 'fine' })).toBeUndefined();
  expect(parseToolCalls(['tool_calls'])).toBeUndefined();
  expect(parseToolCalls({ tool_calls: [{ call_id: 'x' }, 7, { name: 'f' }] })).toEqual([
    { id: '', type: 'function', function: { name: 'f', arguments: '{}' } },
  ]);
});

it('reads back the results it sends', () => {
  const results = [
    { callId: 'call_1', name: 'get_weather', output: 'sunny', taskId: 't2' },
    { callId: 'call_2', output: 'no such place', isError: true },
  ];
  const part = createToolResultsPart(results);
  expect(part).toEqual({
    data: {
      tool_results: [
        { call_id: 'call_1', name: 'get_weather', output: 'sunny', task_id: 't2' },
        { call_id: 'call_2', output: 'no such place', is_error: true },
      ],
    },
    mediaType: 'application/json',
  });
  expect('data' in part && parseToolResults(part.data, 'data')).toEqual([
    { callId: 'call_1', output: 'sunny', taskId: 't2' },
    { callId: 'call_2', output: 'no such place', isError: true },
  ]);
});

it.each<[string, JsonValue, string]>([
  ['our form', { call_id: 'c', name: 'f', output: 'sunny' }, 'sunny'],
  ['an object as output', { call_id: 'c', output: { sky: 'blue' } }, '{"sky":"blue"}'],
  ['null as output', { call_id: 'c', output: null }, 'null'],
  ["OpenAI's tool message", { role: 'tool', tool_call_id: 'c', content: 'sunny' }, 'sunny'],
  ['a bare result', { id: 'c', result: 72 }, '72'],
])('reads results in %s', (_name, entry, output) => {
  expect(parseToolResults({ tool_results: [entry] }, 'data')).toEqual([{ callId: 'c', output }]);
});

it.each<[string, JsonValue, string]>([
  ['no array', 'sunny', 'data.tool_results must be an array of at least one result'],
  ['an empty array', [], 'data.tool_results must be an array of at least one result'],
  ['no object', ['sunny'], 'data.tool_results[0] must be an object'],
  ['no call', [{ output: 'sunny' }], 'data.tool_results[0].call_id must be the id of a tool call'],
  ['no output', [{ call_id: 'c' }], 'data.tool_results[0].output must contain the result'],
])('refuses results that are %s', (_name, tool_results, message) => {
  expect(() => parseToolResults({ tool_results }, 'data')).toThrow(
    expect.objectContaining({ code: 'invalid-params', message }),
  );
});
