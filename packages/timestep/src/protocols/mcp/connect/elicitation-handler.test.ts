import { inputRequired, inputResponse } from '@modelcontextprotocol/server';
import { expect, it, onTestFinished } from 'vitest';
import { messageToAnswer } from '#core';
import type { McpTool } from '../serve/definition.ts';
import { createEnvironmentHandler } from '../serve/handler.ts';
import { connectEnvironment } from './connect-environment.ts';
import type { ConnectOptions } from './connect.ts';

const task = { id: 'task', contextId: 'context', agent: 'agent', metadata: {} };
const { signal } = new AbortController();
const context = { key: 'key', attempt: 1, task, signal };
const booking = { id: '1', name: 'book', arguments: {} };

/** Asks in the way of 2026-07-28: its result says what it must know. */
const book: McpTool = {
  name: 'book',
  execute(_args, { mcp }) {
    const given = inputResponse(mcp?.request.mcpReq.inputResponses, 'day');
    if (given.kind === 'elicit') return `${given.action} ${JSON.stringify(given.content)}`;
    const requestedSchema = { type: 'object', properties: { day: { type: 'string' } } } as const;
    return inputRequired({
      inputRequests: { day: inputRequired.elicit({ message: 'Which day?', requestedSchema }) },
    });
  },
};

/** Asks for the visit of a page in the same way. */
const pay: McpTool = {
  name: 'pay',
  execute(_args, { mcp }) {
    const given = inputResponse(mcp?.request.mcpReq.inputResponses, 'page');
    if (given.kind === 'elicit') return `${given.action} ${given.content ? 'data' : 'none'}`;
    const page = inputRequired.elicitUrl({ message: 'Pay.', url: 'https://pay.x/7' });
    return inputRequired({ inputRequests: { page } });
  },
};

async function connected(options?: ConnectOptions) {
  const handler = createEnvironmentHandler({ name: 'test', version: '1.0.0', tools: [book, pay] });
  const environment = await connectEnvironment({ handler }, options);
  onTestFinished(async () => {
    await environment.close();
    await handler.close();
  });
  return environment;
}

it('asks what a server of the newest revision must know, and calls again with the answer', async () => {
  const environment = await connected();
  const { question } = await environment.callTool(booking, context);
  expect(question).toMatchObject({ text: 'Which day?' });
  if (!question) return;
  const answers = [messageToAnswer({ role: 'user', content: 'Friday' }, question)];
  const result = await environment.callTool(booking, { ...context, key: 'key:1', answers });
  expect(result).toEqual({ content: 'accept {"day":"Friday"}' });
});

it('asks for the visit of a page in the newest revision, and gives the server no data', async () => {
  const environment = await connected({ name: 'bank' });
  const { question } = await environment.callTool({ ...booking, name: 'pay' }, context);
  expect(question?.text).toContain(
    'The MCP server bank asks you to visit a page of the host pay.x',
  );
  if (!question) return;
  const answers = [messageToAnswer({ role: 'user', content: 'yes' }, question)];
  const call = { ...booking, name: 'pay' };
  const result = await environment.callTool(call, { ...context, key: 'key:1', answers });
  expect(result).toEqual({ content: 'accept none' });
});

it('is left to a program that answers its servers by itself', async () => {
  const environment = await connected({
    capabilities: { elicitation: { form: {} } },
    configure: (client) =>
      client.setRequestHandler('elicitation/create', () => ({
        action: 'accept',
        content: { day: 'Monday' },
      })),
  });
  expect(await environment.callTool(booking, context)).toEqual({
    content: 'accept {"day":"Monday"}',
  });
});
