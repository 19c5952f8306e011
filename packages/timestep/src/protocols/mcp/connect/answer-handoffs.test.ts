import { describe, expect, it } from 'vitest';
import { inputRequired } from '@modelcontextprotocol/server';
import { handoffTool } from '#agents/calling';
import type { EnvironmentDefinition } from '../serve/definition.ts';
import { createEnvironmentHandler } from '../serve/handler.ts';
import type { HandoffTarget } from '../handoff/target.ts';
import { connectEnvironment } from './connect-environment.ts';
import type { ConnectOptions } from './connect.ts';

const task = { id: 'task', contextId: 'context', agent: 'agent', metadata: {} };
const everywhere = { handoff: { allow: ['http://agents.example'] } };
const serving = { handoff: handoffTool(everywhere.handoff) };

async function handOff(
  options: ConnectOptions,
  definition: Partial<EnvironmentDefinition> = serving,
  signal = new AbortController().signal,
) {
  const handler = createEnvironmentHandler({ name: 'test', version: '1.0.0', ...definition });
  const environment = await connectEnvironment({ handler }, options);
  const args = { agent_uri: 'http://agents.example/', message: 'hello' };
  const call = { id: 'call', name: 'handoff', arguments: args };
  try {
    return await environment.callTool(call, { key: 'key', attempt: 1, task, signal });
  } finally {
    await environment.close();
    await handler.close();
  }
}

describe('the handoffs that a client makes', () => {
  it('reach the callback and bring its answer back', async () => {
    const targets: HandoffTarget[] = [];
    const result = await handOff({
      ...everywhere,
      onHandoff: async (target) => {
        targets.push(target);
        return { text: 'sunny', taskId: 'task', contextId: 'context' };
      },
    });
    expect(targets).toEqual([
      { agentUri: 'http://agents.example/', message: 'hello', hops: 1, key: 'key' },
    ]);
    expect(result).toEqual({
      content: 'sunny',
      structured: { response: 'sunny', task_id: 'task', context_id: 'context' },
    });
  });

  it('are judged at the client too, whatever the server allows', async () => {
    const called: HandoffTarget[] = [];
    const result = await handOff({
      onHandoff: async (target) => {
        called.push(target);
        return { text: 'called' };
      },
    });
    expect(result).toEqual({
      content: 'handoff to http://agents.example/ is not allowed: only agents on this machine are',
      isError: true,
    });
    expect(called).toEqual([]);
  });

  it('fail in words that the model can read', async () => {
    const result = await handOff({
      ...everywhere,
      onHandoff: () => Promise.reject(new Error('connect ECONNREFUSED')),
    });
    expect(result).toEqual({
      content: 'handoff to http://agents.example/ failed: connect ECONNREFUSED',
      isError: true,
    });
  });

  it('end when the call is canceled, even if the callback heeds no signal', async () => {
    const controller = new AbortController();
    const result = handOff(
      {
        ...everywhere,
        onHandoff() {
          controller.abort(new Error('enough'));
          return new Promise(() => {});
        },
      },
      serving,
      controller.signal,
    );
    await expect(result).rejects.toThrow('enough');
  });
});

it('does not answer a server that wants a model and not an agent', async () => {
  const tools: EnvironmentDefinition['tools'] = [
    {
      name: 'handoff',
      execute: () =>
        inputRequired({
          inputRequests: {
            summary: inputRequired.createMessage({
              messages: [{ role: 'user', content: { type: 'text', text: 'Summarize.' } }],
              maxTokens: 10,
            }),
          },
        }),
    },
  ];
  const result = await handOff(
    { ...everywhere, onHandoff: async () => ({ text: 'I am no model' }) },
    { tools },
  );
  expect(result.isError).toBe(true);
  expect(result.content).toMatch(/this client only answers handoffs/);
});
