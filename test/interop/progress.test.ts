import { Role, SendMessageRequest, StreamResponse } from '@a2a-js/sdk';
import { ClientFactory } from '@a2a-js/sdk/client';
import { HttpAgent, type BaseEvent } from '@ag-ui/client';
import OpenAI from 'openai';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Agent, Environment, scriptedAgent, serve, type Serving } from '@timestep-ai/timestep';

let serving: Serving;

/** An agent whose tool reports a thousand times how far it is. */
beforeAll(async () => {
  const environment = new Environment({ environmentId: 'archive', agentId: 'guide' });
  environment.tool('search', { description: 'Searches.' }, async (_, { emit }) => {
    for (let count = 1; count <= 1000; count += 1) {
      emit?.({ type: 'progress', text: `${count} of 1000` });
    }
    await new Promise((resolve) => setTimeout(resolve, 400));
    return 'found';
  });
  const model = scriptedAgent((messages) => {
    if (messages.at(-1)?.role === 'tool') return 'Found.';
    const called = { name: 'search', arguments: '{}' };
    const call = { id: 'c1', type: 'function', function: called } as const;
    return { role: 'assistant', content: null, tool_calls: [call] };
  });
  serving = await serve({
    agents: [
      new Agent({ agentId: 'guide', name: 'Guide', toolSite: 'server', environment, model }),
    ],
    port: 0,
    database: ':memory:',
    protocols: ['a2a', 'agui', 'responses'],
  });
});

afterAll(() => serving.close(0));

const createClient = (): OpenAI => new OpenAI({ apiKey: 'none', baseURL: `${serving.url}/v1` });

/** What a client shows of the progress and of the answer. */
interface Shown {
  readonly progress: string;
  readonly answer: string;
}

const CLIENTS: Readonly<Record<string, () => Promise<Shown>>> = {
  async 'the client of A2A'() {
    const client = await new ClientFactory().createFromUrl(serving.url);
    const message = { messageId: 'm1', role: Role.ROLE_USER, parts: [{ text: 'Search' }] };
    const events: unknown[] = [];
    for await (const event of client.sendMessageStream(SendMessageRequest.fromJSON({ message }))) {
      events.push(StreamResponse.toJSON(event));
    }
    return { progress: JSON.stringify(events), answer: JSON.stringify(events.slice(-3)) };
  },
  async 'the client of AG-UI'() {
    const agent = new HttpAgent({ url: `${serving.url}/agui` });
    const events: BaseEvent[] = [];
    agent.addMessage({ id: 'm1', role: 'user', content: 'Search' });
    await agent.runAgent({}, { onEvent: ({ event }) => void events.push(event) });
    const answer = JSON.stringify(agent.messages.at(-1));
    return { progress: JSON.stringify(agent.messages), answer };
  },
  async 'the client of OpenAI, as a stream of events'() {
    const stream = await createClient().responses.create({
      model: 'guide',
      input: 'Search',
      stream: true,
    });
    const events: unknown[] = [];
    for await (const event of stream) events.push(event);
    return { progress: JSON.stringify(events), answer: JSON.stringify(events.at(-1)) };
  },
  async 'the client of OpenAI, which builds the response'() {
    const stream = createClient().responses.stream({ model: 'guide', input: 'Search' });
    const events: unknown[] = [];
    for await (const event of stream) events.push(event);
    return { progress: JSON.stringify(events), answer: (await stream.finalResponse()).output_text };
  },
};

it.each(Object.keys(CLIENTS))('%s reads a stream with the progress of a tool', async (name) => {
  const { progress, answer } = (await CLIENTS[name]?.()) ?? { progress: '', answer: '' };
  expect(progress).toContain('1000 of 1000');
  expect(progress).not.toContain('500 of 1000');
  expect(answer).toContain('Found.');
});
