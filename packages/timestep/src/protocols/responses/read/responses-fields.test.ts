import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#core';
import { readCreateRequest } from './create-request.ts';

function refusalOf(change: JsonObject): unknown {
  try {
    readCreateRequest({ input: 'hi', ...change });
  } catch (thrown) {
    return thrown;
  }
  throw new Error('the request was taken');
}

const named = (name: string) => ({ type: 'function', name });
const schema = (name: string) => ({ format: { type: 'json_schema', name, schema: {} } });
const pairs = (count: number): JsonObject =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 'v']));

describe('bounds of a request', () => {
  it.each<[JsonObject, string, string]>([
    [{ temperature: 2.1 }, 'decimal_above_max_value', 'temperature'],
    [{ temperature: -0.1 }, 'decimal_below_min_value', 'temperature'],
    [{ top_p: 1.1 }, 'decimal_above_max_value', 'top_p'],
    [{ presence_penalty: 3 }, 'decimal_above_max_value', 'presence_penalty'],
    [{ frequency_penalty: -3 }, 'decimal_below_min_value', 'frequency_penalty'],
    [{ max_output_tokens: 0 }, 'integer_below_min_value', 'max_output_tokens'],
    [{ max_tool_calls: -1 }, 'integer_below_min_value', 'max_tool_calls'],
    [{ max_output_tokens: 1.5 }, 'invalid_type', 'max_output_tokens'],
    [{ metadata: pairs(17) }, 'object_above_max_properties', 'metadata'],
    [{ metadata: { ['k'.repeat(65)]: 'v' } }, 'string_above_max_length', 'metadata'],
    [{ metadata: { k: 'v'.repeat(513) } }, 'string_above_max_length', 'metadata.k'],
    [{ metadata: { k: 1 } }, 'invalid_type', 'metadata.k'],
    [{ metadata: { k: null } }, 'invalid_type', 'metadata.k'],
    [{ metadata: ['k'] }, 'invalid_type', 'metadata'],
    [{ safety_identifier: 'x'.repeat(65) }, 'string_above_max_length', 'safety_identifier'],
    [{ prompt_cache_key: 'x'.repeat(65) }, 'string_above_max_length', 'prompt_cache_key'],
    [{ service_tier: 'gold' }, 'invalid_value', 'service_tier'],
    [{ tools: [named('a'), named('b'), named('a')] }, 'invalid_value', 'tools[2].name'],
    [{ tools: [named('a b')] }, 'invalid_value', 'tools[0].name'],
    [{ tools: [named('a'.repeat(129))] }, 'string_above_max_length', 'tools[0].name'],
    [{ text: schema('a b') }, 'invalid_value', 'text.format.name'],
    [{ text: schema('a'.repeat(65)) }, 'string_above_max_length', 'text.format.name'],
  ])('refuse %j', (change, code, param) => {
    expect(refusalOf(change)).toMatchObject({ status: 400, code, param });
  });

  it('include their ends', () => {
    const { settings, echo } = readCreateRequest({
      input: 'hi',
      temperature: 2,
      top_p: 0,
      presence_penalty: -2,
      frequency_penalty: 2,
      max_output_tokens: 1,
      metadata: { ...pairs(15), ['k'.repeat(64)]: 'v'.repeat(512) },
      safety_identifier: 'x'.repeat(64),
      service_tier: 'auto',
      tools: [named('a'.repeat(128))],
      text: schema('a'.repeat(64)),
    });
    expect(settings).toMatchObject({ temperature: 2, presence_penalty: -2, max_output_tokens: 1 });
    expect(Object.keys(echo.metadata)).toHaveLength(16);
  });
});
