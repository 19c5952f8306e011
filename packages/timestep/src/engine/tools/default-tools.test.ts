import { expect, it } from 'vitest';
import type { ToolContext } from '#engine/port';
import { DEFAULT_TOOLS } from './default-tools.ts';
import { buildToolsSchema, functionEnvironment } from './function-environment.ts';

const context: ToolContext = {
  key: 'k',
  attempt: 1,
  task: { id: 't', contextId: 'c', agent: 'a', metadata: {} },
  signal: new AbortController().signal,
};
const environment = functionEnvironment(DEFAULT_TOOLS, 'Be brief.');

it('lists its tools as models are shown them', async () => {
  expect(buildToolsSchema(DEFAULT_TOOLS).map((tool) => tool.function.name)).toEqual([
    'calc',
    'echo',
  ]);
  expect(await environment.systemPrompt?.('a', context.signal)).toBe('Be brief.');
  expect(buildToolsSchema({ bare: () => 1 })[0]?.function.parameters).toEqual({
    type: 'object',
    additionalProperties: true,
  });
});

it.each([
  ['calc', { expr: '2+2' }, { expr: '2+2', value: 4 }],
  ['echo', { a: [1] }, { echo: { a: [1] } }],
])('runs %s', async (name, args, structured) => {
  const result = await environment.callTool({ id: 'c', name, arguments: args }, context);
  expect(result).toEqual({ content: JSON.stringify(structured), structured });
});

it.each([['nothing', {}, /unknown_tool:nothing/]])(
  'tells what is wrong with a call of %s',
  async (name, args, message) => {
    await expect(
      (async () => environment.callTool({ id: 'c', name, arguments: args }, context))(),
    ).rejects.toThrow(message);
  },
);

it('tells the model of arguments that do not fit', async () => {
  const call = { id: 'c', name: 'calc', arguments: { expr: 5 } };
  expect(await environment.callTool(call, context)).toEqual({
    content: expect.stringMatching(/^invalid arguments for tool calc: .*expr/),
    isError: true,
  });
});
