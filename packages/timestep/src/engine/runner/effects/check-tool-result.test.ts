import { expect, it } from 'vitest';
import type { ToolEnvironment, ToolResult } from '#engine/port';
import { callTool } from './call-tool.ts';

async function callToolThatReturns(result: unknown): Promise<object> {
  const environment: ToolEnvironment = {
    systemPrompt: async () => '',
    listTools: async () => [],
    callTool: async () => result as ToolResult,
  };
  const call = { id: 'a', type: 'function', function: { name: 'odd', arguments: '{}' } } as const;
  return callTool(
    { call, attempt: 1, key: 'k', approved: false },
    environment,
    [{ type: 'function', function: { name: 'odd', parameters: { type: 'object' } } }],
    {
      task: { id: 't', contextId: 'c', agent: 'a', metadata: {} },
      signal: new AbortController().signal,
    },
  );
}

it.each<[unknown, string]>([
  [undefined, 'no result'],
  [12, 'no result'],
  [{}, 'an invalid result: content is missing'],
  [{ content: 12n }, 'an invalid result: content must be a string'],
  [{ content: '', question: () => 'Which?' }, 'an invalid result: question must be an object'],
  [{ content: '', question: Symbol('odd') }, 'an invalid result: question must be an object'],
  [{ content: '', question: [[['Which?']]] }, 'an invalid result: question must be an object'],
  [{ content: '', question: {} }, 'an invalid result: question.text is missing'],
  [
    { content: '', question: { text: 'Which?', options: [1] } },
    'an invalid result: question.options must be a list of strings',
  ],
  [
    { content: '', question: { text: 'Which?', schema: 'string' } },
    'an invalid result: question.schema must be an object',
  ],
  [{ content: 'done', app: 'ui://a' }, 'an invalid result: app must be an object'],
  [
    { content: 'done', app: { server: 's', uri: 'ui://a' } },
    'an invalid result: app.tool is missing',
  ],
  [{ content: 'done', attachments: [null] }, 'an invalid result: attachments[0] must be an object'],
  [{ content: 'done', artifacts: [{}] }, 'an invalid result: artifacts[0].artifact_id is missing'],
  [{ content: 'done', offers: 'read' }, 'an invalid result: offers must be a list of strings'],
])('the result %o is an error of the tool', async (result, message) => {
  expect(await callToolThatReturns(result)).toMatchObject({
    type: 'tool.failed',
    error: { message: `the tool returned ${message}` },
  });
});

it.each<[ToolResult, string]>([
  [{ content: 'done' }, 'tool.returned'],
  [{ content: '', question: { text: 'Which?', options: ['a'], state: {} } }, 'question.asked'],
  [
    {
      content: '',
      attachments: [{ type: 'text', text: 'a' }],
      artifacts: [{ artifact_id: 'r', parts: [] }],
      offers: ['read'],
    },
    'tool.returned',
  ],
  [{ content: '', awaits: { task_id: 'other' } }, 'call.suspended'],
])('the result %o is recorded', async (result, type) => {
  expect(await callToolThatReturns(result)).toMatchObject({ type });
});
