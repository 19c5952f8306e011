import { describe, expect, it } from 'vitest';
import type { ToolSchema } from '../../core/index.ts';
import { toolFromMcp } from './tool-from-mcp.ts';
import { toolToMcp } from './tool-to-mcp.ts';

const parameters = {
  type: 'object',
  properties: { city: { type: 'string', description: 'A city' } },
  required: ['city'],
};

describe('toolFromMcp', () => {
  it.each<ToolSchema>([
    { type: 'function', function: { name: 'weather', description: 'Tells', parameters } },
    { type: 'function', function: { name: 'bare', parameters: { type: 'object' } } },
  ])('gives back what toolToMcp was given: $function.name', (schema) => {
    expect(toolFromMcp(toolToMcp(schema))).toEqual(schema);
  });

  it('leaves out what is not for models', () => {
    const tool = toolFromMcp({
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
