import { inputRequired, inputResponse, type SamplingMessage } from '@modelcontextprotocol/server';
import { expect, it, onTestFinished } from 'vitest';
import { messageToAnswer, type QuestionAnswer } from '#core';
import type { McpTool } from '../serve/definition.ts';
import { createEnvironmentHandler } from '../serve/handler.ts';
import type { SamplingOptions } from './answer-samplings.ts';
import { connectEnvironment } from './connect-environment.ts';
import type { ConnectOptions } from './connect.ts';

const task = { id: 'task', contextId: 'context', agent: 'agent', metadata: {} };
const { signal } = new AbortController();
const TEXT: SamplingMessage['content'] = { type: 'text', text: 'A title?' };

/** Asks for words in the way of 2026-07-28; the next round asks for as many more as it still wants. */
function write(content = TEXT, rounds = 1): McpTool {
  return {
    name: 'write',
    async execute(_args, { mcp }) {
      const state = mcp?.request.mcpReq.requestState<{ readonly words: string[] }>();
      const given = inputResponse(mcp?.request.mcpReq.inputResponses, 'words');
      const words = [...(state?.words ?? [])];
      if (given.kind === 'sampling') words.push(JSON.stringify(given.result.content));
      if (words.length === rounds) return words.join('\n');
      const messages = [{ role: 'user' as const, content }];
      return inputRequired({
        inputRequests: { words: inputRequired.createMessage({ messages, maxTokens: 100 }) },
        requestState: (await mcp?.remember({ words })) ?? '',
      });
    },
  };
}

const where: McpTool = {
  name: 'where',
  execute(_args, { mcp }) {
    const given = inputResponse(mcp?.request.mcpReq.inputResponses, 'roots');
    if (given.kind === 'roots') return given.roots.map(({ uri, name }) => `${name} ${uri}`);
    return inputRequired({ inputRequests: { roots: inputRequired.listRoots() } });
  },
};

async function connected(
  tool: McpTool,
  change: Partial<SamplingOptions> = {},
  options: ConnectOptions = {},
) {
  const asked: unknown[] = [];
  const logged: unknown[] = [];
  const sampling: SamplingOptions = {
    verdict: () => 'allow',
    maxCalls: 2,
    maxTokens: 1000,
    sample: async (request) => {
      asked.push(request);
      return { role: 'assistant', content: 'Spring', finish_reason: 'length' };
    },
    ...change,
  };
  const handler = createEnvironmentHandler({ name: 't', version: '1', tools: [tool, where] });
  const environment = await connectEnvironment(
    { handler },
    { name: 'pen', sampling, onLog: (line) => logged.push(line.data), ...options },
  );
  onTestFinished(async () => {
    await environment.close();
    await handler.close();
  });
  const call = (name = 'write', answers: readonly QuestionAnswer[] = []) =>
    environment.callTool(
      { id: '1', name, arguments: {} },
      { key: `key:${answers.length}`, attempt: 1, task, signal, answers },
    );
  return { asked, logged, call };
}

it('answers a server of the newest revision, and writes down what it cost', async () => {
  const { asked, logged, call } = await connected(write());
  expect((await call()).content).toBe('{"type":"text","text":"Spring"}');
  expect(asked).toEqual([
    {
      messages: [{ role: 'user', content: [{ type: 'text', text: 'A title?' }] }],
      maxTokens: 100,
    },
  ]);
  expect(logged).toEqual(["called the agent's model: 10 tokens"]);
});

it('shows the model images and audio, and takes no tools', async () => {
  const image = { type: 'image', mimeType: 'image/png', data: 'AAAA' } as const;
  const { asked, call } = await connected(write(image));
  await call();
  expect(asked).toMatchObject([{ messages: [{ content: [{ type: 'image_url' }] }] }]);
  const use = { type: 'tool_use', id: '1', name: 'x', input: {} } as const;
  const other = await connected(write(use));
  expect(await other.call()).toMatchObject({
    isError: true,
    content: expect.stringContaining('accepts no tools') as string,
  });
  expect(other.asked).toEqual([]);
});

it('counts the requests of one call together, and begins anew with the next', async () => {
  const { asked, call } = await connected(write(TEXT, 3));
  expect((await call()).content).toContain('its limit of requests or tokens is reached');
  expect(asked).toHaveLength(2);
  expect((await call()).content).toContain('its limit of requests or tokens is reached');
  expect(asked).toHaveLength(4);
});

it('counts tokens, and lets no answer be longer than what is left', async () => {
  const { asked, call } = await connected(write(TEXT, 2), { maxTokens: 24 });
  const result = await call();
  expect(asked).toMatchObject([{ maxTokens: 19 }, { maxTokens: 9 }]);
  expect(result.isError).toBeUndefined();
});

it('asks a person first where it is to, and takes no for an answer', async () => {
  const { asked, call } = await connected(write(), { verdict: () => 'ask' });
  const { question } = await call();
  expect(question?.text).toBe(
    "The MCP server pen wants to use the agent's model:\nuser: A title?\nAllow it? Answer yes or no.",
  );
  if (!question) return;
  const no = messageToAnswer({ role: 'user', content: 'no' }, question);
  expect((await call('write', [no])).content).toContain('the user did not allow it');
  expect(asked).toEqual([]);
});

it('is not there for a program that hands off, nor where it is not given', async () => {
  const onHandoff = () => Promise.resolve({ text: '' });
  const { asked, call } = await connected(write(), {}, { onHandoff });
  expect(await call()).toMatchObject({ isError: true });
  expect(asked).toEqual([]);
});

it('names folders to the server', async () => {
  const { call } = await connected(write(), {}, { roots: ['/a b/c'] });
  expect((await call('where')).content).toBe('["c file:///a%20b/c"]');
});
