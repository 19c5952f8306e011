import { expect, it } from 'vitest';
import type { ToolSchema } from '../message/message.ts';
import { getToolDigest } from './tool-digest.ts';

function tool(fields: Partial<ToolSchema['function']>): ToolSchema {
  return { type: 'function', function: { name: 'f', parameters: {}, ...fields } };
}

it('changes with each part of a definition, and with nothing else', () => {
  const changes = [
    {},
    { name: 'g' },
    { description: 'd' },
    { parameters: { type: 'object' } },
    { strict: true },
  ];
  const digests = changes.map((change) => getToolDigest(tool(change)));
  expect(new Set(digests).size).toBe(changes.length);
  expect(getToolDigest(tool({}))).toBe(digests[0]);
  expect(digests[0]).toMatch(/^[0-9a-f]{8}$/);
});
