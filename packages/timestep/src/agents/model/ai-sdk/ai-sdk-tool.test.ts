import { expect, it } from 'vitest';
import { schemaToAiSdkTool } from './ai-sdk-tool.ts';

it('converts a tool, leaving out what it does not say', () => {
  const parameters = { type: 'object', properties: { city: { type: 'string' } } };
  expect(schemaToAiSdkTool({ type: 'function', function: { name: 'f', parameters } })).toEqual({
    type: 'function',
    name: 'f',
    inputSchema: parameters,
  });
  const full = { name: 'f', description: 'Does it.', parameters, strict: true };
  expect(schemaToAiSdkTool({ type: 'function', function: full })).toEqual({
    type: 'function',
    name: 'f',
    description: 'Does it.',
    inputSchema: parameters,
    strict: true,
  });
});
