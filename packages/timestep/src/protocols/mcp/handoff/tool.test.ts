import { HOPS_META } from '#core';
import { describe, expect, it } from 'vitest';
import { handoffTool } from '#agents/calling';
import { HANDOFF_EXTENSION } from '../extension.ts';
import { createManualClock } from '#testing';
import type { EnvironmentDefinition, HandoffOptions } from '../serve/definition.ts';
import { createEnvironmentHandler, type EnvironmentHandlerOptions } from '../serve/handler.ts';
import { askModern, type Said } from '../serve/requests.fixture.ts';
import { createLocalEnvironment } from '../serve/local-environment.ts';
import type { CallAgent, HandoffTarget } from './target.ts';

const URI = 'http://localhost:10000/';
const capabilities = { sampling: {}, extensions: { [HANDOFF_EXTENSION]: {} } };
const answer = {
  handoff: { role: 'assistant', model: 'a2a', content: { type: 'text', text: 'sunny' } },
};

function definitionWith(handoff: HandoffOptions = {}): EnvironmentDefinition {
  return { name: 'test', version: '1.0.0', handoff: handoffTool(handoff) };
}

function serve(handoff?: HandoffOptions, options?: EnvironmentHandlerOptions) {
  const handler = createEnvironmentHandler(definitionWith(handoff), options);
  return {
    first: (args = {}, meta = {}): Promise<Said> =>
      askModern(handler, {
        method: 'tools/call',
        params: { name: 'handoff', arguments: { agent_uri: URI, message: 'hello', ...args } },
        capabilities,
        meta,
      }),
    again: (requestState: unknown, args = {}, inputResponses: object = answer): Promise<Said> =>
      askModern(handler, {
        method: 'tools/call',
        params: {
          name: 'handoff',
          arguments: { agent_uri: URI, message: 'hello', ...args },
          inputResponses,
          requestState,
        },
        capabilities,
      }),
  };
}

function stateOf({ result }: Said): string {
  return result?.['requestState'] as string;
}

describe('a handoff asked for in the result', () => {
  it('asks for a sampling that says whom to call', async () => {
    const { first } = serve();
    const { result } = await first(
      { context_id: 'context' },
      { [HOPS_META]: 1, traceparent: '00-a-b-01' },
    );
    expect(result).toMatchObject({
      resultType: 'input_required',
      inputRequests: {
        handoff: {
          method: 'sampling/createMessage',
          params: {
            messages: [{ role: 'user', content: { type: 'text', text: 'hello' } }],
            metadata: {
              agent_uri: URI,
              hops: 2,
              context_id: 'context',
              traceparent: '00-a-b-01',
            },
          },
        },
      },
    });
  });

  it('ends with the answer, as text and in structured form', async () => {
    const { first, again } = serve();
    const meta = { [HANDOFF_EXTENSION]: { taskId: 'task', contextId: 'context' } };
    const { result } = await again(
      stateOf(await first()),
      {},
      {
        handoff: { ...answer.handoff, _meta: meta },
      },
    );
    expect(result).toMatchObject({
      content: [{ type: 'text', text: 'sunny' }],
      structuredContent: { response: 'sunny', task_id: 'task', context_id: 'context' },
    });
  });

  it.each([
    { why: 'another address', args: { agent_uri: 'http://localhost:2/' } },
    { why: 'another message', args: { message: 'other' } },
    { why: 'another conversation', args: { context_id: 'other' } },
  ])('takes no answer that was given to $why', async ({ args }) => {
    const { first, again } = serve();
    const { result } = await again(stateOf(await first(args)));
    expect(result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/belongs to another handoff/) }],
    });
  });

  it('asks again where the answer came without the state that proves it', async () => {
    const { again } = serve();
    expect((await again(undefined)).result).toMatchObject({ resultType: 'input_required' });
  });

  it.each([
    { why: 'forged', change: (state: string) => `${state.slice(0, -4)}AAAA` },
    { why: 'nonsense', change: () => 'v1.nonsense' },
    { why: 'not even text', change: () => 7 },
  ])('refuses a state that is $why', async ({ change }) => {
    const { first, again } = serve();
    const { error } = await again(change(stateOf(await first())));
    expect(error).toMatchObject({ code: -32602 });
  });

  it('knows the state of another process that has the same key', async () => {
    const stateKey = 'k'.repeat(32);
    const { first } = serve({}, { stateKey });
    const { again } = serve({}, { stateKey });
    expect((await again(stateOf(await first()))).result).toMatchObject({
      content: [{ text: 'sunny' }],
    });
    const { again: elsewhere } = serve();
    expect((await elsewhere(stateOf(await first()))).error).toMatchObject({ code: -32602 });
  });

  it.each([
    {
      why: 'goes elsewhere',
      args: { agent_uri: 'http://evil.example/' },
      meta: {},
      says: /not allowed/,
    },
    { why: 'is one too many', args: {}, meta: { [HOPS_META]: 4 }, says: /answer yourself/ },
  ])('is refused where it $why', async ({ args, meta, says }) => {
    const { result } = await serve().first(args, meta);
    expect(result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(says) }],
    });
  });
});

describe('a handoff that the server makes', () => {
  const { signal } = new AbortController();
  const task = { id: 'task', contextId: 'context', agent: 'agent', metadata: { [HOPS_META]: 1 } };
  const args = { agent_uri: URI, message: 'hello', context_id: 'theirs' };
  const call = { id: 'call', name: 'handoff', arguments: args };
  const handOff = (callAgent?: CallAgent) =>
    createLocalEnvironment(definitionWith(callAgent && { callAgent })).callTool(call, {
      key: 'key',
      attempt: 1,
      task,
      signal,
    });

  it('calls the agent with what the model said and what the caller is', async () => {
    const called: HandoffTarget[] = [];
    const signals: AbortSignal[] = [];
    const result = await handOff(async (target, context) => {
      called.push(target);
      signals.push(context.signal);
      return { text: 'sunny', contextId: 'theirs' };
    });
    expect(called).toEqual([
      { agentUri: URI, message: 'hello', contextId: 'theirs', hops: 2, key: 'key' },
    ]);
    expect(signals).toEqual([signal]);
    expect(result).toEqual({
      content: 'sunny',
      structured: { response: 'sunny', context_id: 'theirs' },
    });
  });

  it('tells the model why the agent could not be called', async () => {
    const result = await handOff(() => Promise.reject(new Error('connect ECONNREFUSED')));
    expect(result).toEqual({
      content: `handoff to ${URI} failed: connect ECONNREFUSED`,
      isError: true,
    });
  });

  it('says what to do where no side can call the agent', async () => {
    const result = await handOff();
    expect(result.isError).toBe(true);
    expect(result.content).toMatch(/let the environment call agents itself/);
  });

  it('reports signs of life and what the call reports, in one rising count', async () => {
    const clock = createManualClock();
    const handler = createEnvironmentHandler(
      definitionWith({
        heartbeatMs: 1000,
        async callAgent(_target, { progress }) {
          await Promise.resolve();
          clock.advance(2500);
          progress('the agent is thinking');
          return { text: 'sunny' };
        },
      }),
      { clock },
    );
    const { text } = await askModern(handler, {
      method: 'tools/call',
      params: { name: 'handoff', arguments: args },
      meta: { progressToken: 'token' },
    });
    const told = text
      .split('\n')
      .filter((line) => line.includes('notifications/progress'))
      .map((line) => JSON.parse(line.slice('data: '.length)).params);
    expect(told).toEqual([
      { progressToken: 'token', progress: 1 },
      { progressToken: 'token', progress: 2 },
      { progressToken: 'token', progress: 3, message: 'the agent is thinking' },
    ]);
  });
});

it('is not there unless the definition has it', () => {
  const environment = createLocalEnvironment({ name: 'test', version: '1.0.0' });
  expect(environment.listTools(new AbortController().signal)).toEqual([]);
});
