import { expect, it } from 'vitest';
import type { ToolSchema } from '#core';
import { digestTool } from './digest-tool.ts';

const parameters = { type: 'object', properties: { path: { type: 'string' } } };
const schema: ToolSchema = {
  type: 'function',
  function: { name: 'files_read', description: 'Reads a file', parameters },
  facts: {
    server: 'files',
    launch: 'npx files@1.2.0 /data',
    title: 'Read',
    output: { type: 'object' },
    hints: { readOnlyHint: true },
  },
};

function change(called: Partial<ToolSchema['function']>, facts: ToolSchema['facts'] = {}) {
  const { function: before, ...rest } = schema;
  return { ...rest, function: { ...before, ...called }, facts: { ...schema.facts, ...facts } };
}

it.each([
  ['name', change({ name: 'files_reads' })],
  ['description', change({ description: 'Reads a file\u{200b}' })],
  ['no description', change({ description: '' })],
  ['schema', change({ parameters: { ...parameters, required: ['path'] } })],
  ['server', change({}, { server: 'file' })],
  ['launch', change({}, { launch: 'npx files@1.2.1 /data' })],
  ['title', change({}, { title: 'Reads' })],
  ['output', change({}, { output: { type: 'array' } })],
  ['hints', change({}, { hints: { readOnlyHint: true, destructiveHint: true } })],
])('changes with the %s', (_part, changed) => {
  expect(digestTool(changed)).not.toBe(digestTool(schema));
});

it('stays if only the order of keys or what is no part of a definition changes', () => {
  const properties = { path: { type: 'string' } };
  const same: ToolSchema = {
    ...change({ parameters: { properties, type: 'object' } }),
    needsApproval: true,
    replay: 'safe',
    meta: { at: 2 },
  };
  expect(digestTool(same)).toBe(digestTool(schema));
});

it('is stable, because it is stored', () => {
  expect(digestTool(schema)).toBe(
    'sha256:63e97e690aa7438fefc578d5df7a414061cd8ed97a7daa95e8331b7763e8826d',
  );
});
