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
  [undefined, 'the tool returned no result'],
  [12, 'the tool returned no result'],
  [{}, 'the tool returned no text: content must be a string'],
  [{ content: 12n }, 'the tool returned no text: content must be a string'],
  [
    { content: '', question: () => 'Which?' },
    'the tool returned an invalid question: question.text must be a string',
  ],
  [
    { content: '', question: Symbol('odd') },
    'the tool returned an invalid question: question.text must be a string',
  ],
  [
    { content: '', question: [[['Which?']]] },
    'the tool returned an invalid question: question.text must be a string',
  ],
  [
    { content: '', question: { text: 'Which?', options: [1] } },
    'the tool returned invalid question.options: question.options must be a list of strings',
  ],
  [
    { content: '', question: { text: 'Which?', schema: 'string' } },
    'the tool returned an invalid question: question.schema must be an object',
  ],
  [
    { content: 'done', attachments: [null] },
    'the tool returned invalid attachments: attachments must be a list of parts',
  ],
  [
    { content: 'done', artifacts: [{}] },
    'the tool returned invalid artifacts: artifacts must be a list of objects with artifact_id and parts',
  ],
  [
    { content: 'done', offers: 'read' },
    'the tool returned invalid offers: offers must be a list of names',
  ],
])('the result %o is an error of the tool', async (result, message) => {
  expect(await callToolThatReturns(result)).toMatchObject({
    type: 'tool.failed',
    error: { message },
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
