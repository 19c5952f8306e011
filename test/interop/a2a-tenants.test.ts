import { AgentCard, SendMessageRequest } from '@a2a-js/sdk';
import {
  ClientFactory,
  ClientFactoryOptions,
  JsonRpcTransportFactory,
  RestTransportFactory,
} from '@a2a-js/sdk/client';
import { Agent, serve, type Serving } from '@timestep-ai/timestep';
import { connectA2A, type RemoteTaskUpdate } from '@timestep-ai/timestep/a2a';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { json } from './a2a-official-ways.ts';

let serving: Serving;
beforeAll(async () => {
  const agents = ['one', 'two'].map(
    (agentId) =>
      new Agent({
        agentId,
        name: agentId,
        model: () => ({ role: 'assistant', content: `I am ${agentId}` }),
      }),
  );
  serving = await serve({ agents, port: 0, database: ':memory:' });
});
afterAll(() => serving.close(0));

/** A card that names the root of the server, and one of its agents as the tenant. */
const cardOf = (protocolBinding: string) => ({
  name: 'two',
  description: 'Two.',
  version: '1',
  supportedInterfaces: [
    { url: serving.url, protocolBinding, protocolVersion: '1.0', tenant: 'two' },
  ],
  capabilities: { streaming: true },
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  skills: [],
});

const message = { messageId: 'm1', role: 'ROLE_USER', parts: [{ text: 'hi' }] };

describe.each(['JSONRPC', 'HTTP+JSON'])('a tenant over %s', (binding) => {
  it('is asked by the official client', async () => {
    const transports = [new JsonRpcTransportFactory(), new RestTransportFactory()];
    const options = ClientFactoryOptions.createFrom(ClientFactoryOptions.default, {
      transports,
      preferredTransports: [binding],
    });
    const card = AgentCard.fromJSON(cardOf(binding));
    const client = await new ClientFactory(options).createFromAgentCard(card);
    const named = { ...message, messageId: `official-${binding}` };
    const task = json(await client.sendMessage(SendMessageRequest.fromJSON({ message: named })));
    expect(task).toMatchObject({ status: { message: { parts: [{ text: 'I am two' }] } } });
  });

  it('is asked by our client', async () => {
    const reached = {
      fetch: (url: string, init: RequestInit) =>
        url.endsWith('.json') ? Promise.resolve(Response.json(cardOf(binding))) : fetch(url, init),
    };
    const client = await connectA2A(serving.url, reached);
    const updates: RemoteTaskUpdate[] = [];
    for await (const update of client.send({ messageId: `own-${binding}`, message: 'hi' })) {
      updates.push(update);
    }
    expect(updates.at(-1)).toMatchObject({ task: { state: 'completed', text: 'I am two' } });
  });
});
