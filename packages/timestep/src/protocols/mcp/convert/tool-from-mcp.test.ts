import { describe, expect, it } from 'vitest';
import type { ToolSchema } from '#core';
import { mcpToToolSchema } from './tool-from-mcp.ts';
import { toolToMcp } from './tool-to-mcp.ts';

const parameters = {
  type: 'object',
  properties: { city: { type: 'string', description: 'A city' } },
  required: ['city'],
};

describe('mcpToToolSchema', () => {
  it.each<ToolSchema>([
    { type: 'function', function: { name: 'weather', description: 'Tells', parameters } },
    { type: 'function', function: { name: 'bare', parameters: { type: 'object' } } },
  ])('gives back what toolToMcp was given: $function.name', (schema) => {
    expect(mcpToToolSchema(toolToMcp(schema))).toEqual(schema);
  });

  it('leaves out what is not for models', () => {
    const tool = mcpToToolSchema({
      name: 'weather',
      inputSchema: {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        type: 'object',
        properties: {},
      },
    });
    expect(tool).toEqual({
      type: 'function',
      function: { name: 'weather', parameters: { type: 'object', properties: {} } },
    });
  });
});

describe('toolToMcp', () => {
  it('says that arguments are an object where the schema leaves it out', () => {
    const schema: ToolSchema = { type: 'function', function: { name: 'any', parameters: {} } };
    expect(toolToMcp(schema).inputSchema).toEqual({ type: 'object' });
  });
});

it('keeps icons and what front ends need, both ways, and nothing that is of this package', () => {
  const icons = [{ src: 'https://x.example/icon.png' }];
  const _meta = { ui: { resourceUri: 'ui://weather' }, 'dev.timestep/replay': 'safe' };
  const inputSchema = { type: 'object' as const };
  const schema = mcpToToolSchema({ name: 'get', inputSchema, icons, _meta });
  expect(schema).toMatchObject({ replay: 'safe', icons, meta: { ui: _meta.ui } });
  expect(schema.meta).toEqual({ ui: _meta.ui });
  expect(toolToMcp(schema)).toEqual({ name: 'get', inputSchema, icons, _meta: { ui: _meta.ui } });
  expect(mcpToToolSchema({ name: 'get', inputSchema, icons: [], _meta: {} })).toEqual({
    type: 'function',
    function: { name: 'get', parameters: inputSchema },
  });
});
