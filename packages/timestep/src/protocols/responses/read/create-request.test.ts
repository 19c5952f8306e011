import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '#core';
import { readCreateRequest } from './create-request.ts';

const WEATHER = { type: 'function', name: 'get_weather', parameters: { type: 'object' } } as const;

function read(change: JsonObject = {}) {
  return readCreateRequest({ input: 'hi', ...change });
}

describe('readCreateRequest', () => {
  it('fills in what the response repeats', () => {
    expect(read()).toMatchObject({
      model: undefined,
      stream: false,
      tools: [],
      settings: {},
      echo: { temperature: 1, top_p: 1, store: true, tool_choice: 'auto', metadata: {} },
    });
  });

  it('takes null as absent, and ignores fields and tools it does not know', () => {
    const request = read({
      temperature: null,
      background: null,
      conversation: null,
      client_metadata: { x: 1 },
      tools: [{ type: 'namespace', name: 'n', tools: [] }, { type: 'web_search' }, WEATHER],
    });
    expect(request.echo).toMatchObject({ temperature: 1, background: false });
    expect(request.tools.map((tool) => tool.function.name)).toEqual(['get_weather']);
    expect(request.echo.tools).toEqual([{ ...WEATHER, description: null, strict: null }]);
  });

  it('hands on what the caller set, as it was set', () => {
    const given = {
      temperature: 0.2,
      top_p: 0.5,
      presence_penalty: 0.1,
      frequency_penalty: 0.2,
      max_output_tokens: 50,
      max_tool_calls: 3,
      parallel_tool_calls: false,
      tool_choice: 'required',
      text: {
        format: { type: 'json_schema', name: 'n', schema: {}, description: 'd', strict: true },
        verbosity: 'low',
      },
      reasoning: { effort: 'high' },
    };
    const request = read({ ...given, user: 'u', store: false });
    expect(request.settings).toEqual(given);
    expect(request.remarks).toEqual({ user: 'u' });
    expect(request.echo).toMatchObject({
      temperature: 0.2,
      max_output_tokens: 50,
      max_tool_calls: 3,
      store: false,
    });
  });

  it('takes the context from the metadata', () => {
    expect(read({ metadata: { context_id: 'c1' } }).contextId).toBe('c1');
    expect(read().contextId).toBeUndefined();
  });

  it('completes text and reasoning settings', () => {
    const format = { type: 'json_schema', name: 'n', schema: {} };
    const { echo } = read({ text: { format, verbosity: 'low' }, reasoning: { effort: 'high' } });
    expect(echo.text).toEqual({
      format: { ...format, description: null, strict: false },
      verbosity: 'low',
    });
    expect(echo.reasoning).toEqual({ effort: 'high', summary: null });
  });

  it.each<[string, JsonValue, string, string | null]>([
    ['a list', [], 'invalid_type', 'body'],
    ['no input', {}, 'missing_required_parameter', 'input'],
    ['input of null', { input: null }, 'missing_required_parameter', 'input'],
    ['an empty text', { input: '' }, 'invalid_value', 'input'],
    ['an empty list', { input: [] }, 'invalid_value', 'input'],
    ['a number as input', { input: 1 }, 'invalid_type', 'input'],
    ['a model that is no text', { input: 'x', model: 1 }, 'invalid_type', 'model'],
    ['stream as text', { input: 'x', stream: 'yes' }, 'invalid_type', 'stream'],
    ['a temperature as text', { input: 'x', temperature: 'hot' }, 'invalid_type', 'temperature'],
    [
      'a limit of nothing',
      { input: 'x', max_tool_calls: 0 },
      'integer_below_min_value',
      'max_tool_calls',
    ],
    ['half a token', { input: 'x', max_output_tokens: 1.5 }, 'invalid_type', 'max_output_tokens'],
    ['another truncation', { input: 'x', truncation: 'some' }, 'invalid_value', 'truncation'],
    ['tools as an object', { input: 'x', tools: {} }, 'invalid_type', 'tools'],
    ['a tool as text', { input: 'x', tools: ['f'] }, 'invalid_type', 'tools[0]'],
    [
      'a function without a name',
      { input: 'x', tools: [{ type: 'function', function: { name: 'f' } }] },
      'missing_required_parameter',
      'tools[0].name',
    ],
    [
      'parameters as text',
      { input: 'x', tools: [{ type: 'function', name: 'f', parameters: 'p' }] },
      'invalid_type',
      'tools[0].parameters',
    ],
    [
      'background that is not stored',
      { input: 'x', background: true, store: false },
      'invalid_value',
      'background',
    ],
    ['truncation', { input: 'x', truncation: 'auto' }, 'unsupported_parameter', 'truncation'],
    ['probabilities', { input: 'x', top_logprobs: 2 }, 'unsupported_parameter', 'top_logprobs'],
    [
      'another summary of reasoning',
      { input: 'x', reasoning: { summary: 'all' } },
      'invalid_value',
      'reasoning.summary',
    ],
    [
      'an unknown effort',
      { input: 'x', reasoning: { effort: 'huge' } },
      'invalid_value',
      'reasoning.effort',
    ],
    [
      'an unknown format',
      { input: 'x', text: { format: { type: 'xml' } } },
      'invalid_value',
      'text.format.type',
    ],
    [
      'a format without its schema',
      { input: 'x', text: { format: { type: 'json_schema', name: 'n' } } },
      'missing_required_parameter',
      'text.format.schema',
    ],
    [
      'no tokens',
      { input: 'x', max_output_tokens: 0 },
      'integer_below_min_value',
      'max_output_tokens',
    ],
    [
      'a conversation beside a response to continue',
      { input: 'x', conversation: 'c', previous_response_id: 'r' },
      'invalid_value',
      'previous_response_id',
    ],
    [
      'a prompt without an id',
      { input: 'x', prompt: {} },
      'missing_required_parameter',
      'prompt.id',
    ],
    [
      'a context that is no text',
      { input: 'x', metadata: { context_id: 1 } },
      'invalid_type',
      'metadata.context_id',
    ],
  ])('refuses %s', (_name, body, code, param) => {
    expect(() => readCreateRequest(body)).toThrow(
      expect.objectContaining({ name: 'ResponsesError', status: 400, code, param }),
    );
  });

  it('refuses a number too large to be one', () => {
    const body = JSON.parse('{"input":"x","temperature":1e999}') as JsonValue;
    expect(() => readCreateRequest(body)).toThrow(
      expect.objectContaining({ param: 'temperature' }),
    );
  });
});
