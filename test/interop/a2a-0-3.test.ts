import type { Message, MessageSendParams, Task } from 'a2a-sdk-0.3';
import {
  ClientFactory,
  ClientFactoryOptions,
  JsonRpcTransportFactory,
  RestTransportFactory,
  type Client,
} from 'a2a-sdk-0.3/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { QUESTION, startWeatherAgent, type WeatherAgent } from './a2a-weather-agent.ts';

let agent: WeatherAgent;
beforeAll(async () => {
  agent = await startWeatherAgent();
});
afterAll(() => agent.close());

const transports = [new JsonRpcTransportFactory(), new RestTransportFactory()];

describe.each(['JSONRPC', 'HTTP+JSON'])('the 0.3 client over %s', (transport) => {
  it('sends, and continues the task that waits', async () => {
    const client = await connected(transport);
    const waiting = (await client.sendMessage(question('send', transport))) as Task;
    expect(waiting).toMatchObject({
      kind: 'task',
      status: {
        state: 'input-required',
        message: {
          kind: 'message',
          role: 'agent',
          parts: [{ kind: 'data', data: { tool_calls: [{ call_id: 'call_1' }] } }],
        },
      },
    });
    const done = (await client.sendMessage(results(waiting.id, 'send', transport))) as Task;
    expect(done).toMatchObject({
      kind: 'task',
      id: waiting.id,
      status: { state: 'completed' },
      artifacts: [{ parts: [{ kind: 'text', text: 'It is sunny.' }] }],
    });
    expect(done.history?.map(({ role }) => role)).toEqual(['user', 'agent', 'user', 'agent']);
    expect(await client.getTask({ id: done.id })).toMatchObject({ status: { state: 'completed' } });
  });

  it('streams up to the final event, and continues the task that waits', async () => {
    const client = await connected(transport);
    const asking = await streamed(client.sendMessageStream(question('stream', transport)));
    expect(asking[0]).toMatchObject({ kind: 'task' });
    expect(asking.at(-1)).toMatchObject({
      kind: 'status-update',
      status: { state: 'input-required' },
      final: true,
    });
    const { taskId } = asking.at(-1) as { taskId: string };
    const told = results(taskId, 'stream', transport);
    const telling = await streamed(client.sendMessageStream(told));
    expect(telling.map(textIn).join('')).toBe('It is sunny.');
    expect(telling.at(-1)).toMatchObject({ status: { state: 'completed' }, final: true });
  });

  it('cancels a task that is watched', async () => {
    const client = await connected(transport);
    const params = { message: { ...question('wait', transport).message } };
    params.message.parts = [{ kind: 'text', text: 'wait' }];
    let taskId = '';
    for await (const event of client.sendMessageStream(params)) {
      if (event.kind === 'task') taskId = event.id;
      if (event.kind === 'artifact-update') break;
    }
    const states: string[] = [];
    for await (const event of client.resubscribeTask({ id: taskId })) {
      if (event.kind === 'status-update' || event.kind === 'task') states.push(event.status.state);
      if (event.kind === 'task') {
        const { status } = await client.cancelTask({ id: taskId });
        states.push(`${status.state} by us`);
      }
    }
    expect(states).toEqual(['working', 'canceled by us', 'canceled']);
  });

  it('is told what is wrong', async () => {
    const client = await connected(transport);
    await expect(client.getTask({ id: 'nowhere' })).rejects.toThrow(
      /task not found|no task nowhere/i,
    );
    const lost = client.sendMessageStream(results('nowhere', 'lost', transport));
    await expect(streamed(lost)).rejects.toThrow('there is no task nowhere');
  });
});

async function connected(transport: string): Promise<Client> {
  const options = { transports, preferredTransports: [transport] };
  const factory = new ClientFactory(
    ClientFactoryOptions.createFrom(ClientFactoryOptions.default, options),
  );
  return factory.createFromUrl(agent.url);
}

function question(story: string, way: string): MessageSendParams {
  return messageOf(`${story} 1 ${way}`, { parts: [{ kind: 'text', text: QUESTION }] });
}

function results(taskId: string, story: string, way: string): MessageSendParams {
  const data = { tool_results: [{ call_id: 'call_1', name: 'get_weather', output: 'sunny' }] };
  return messageOf(`${story} 2 ${way}`, { taskId, parts: [{ kind: 'data', data }] });
}

/** With a configuration that does not say whether to wait: 0.3 clients expect to. */
function messageOf(messageId: string, rest: Pick<Message, 'parts' | 'taskId'>): MessageSendParams {
  return {
    message: { kind: 'message', messageId, role: 'user', ...rest },
    configuration: { acceptedOutputModes: ['text/plain'] },
  };
}

async function streamed<T>(events: AsyncIterable<T>): Promise<T[]> {
  const seen: T[] = [];
  for await (const event of events) seen.push(event);
  return seen;
}

function textIn(event: unknown): string {
  const { artifact } = event as { artifact?: { parts: readonly { text?: string }[] } };
  return artifact?.parts.map(({ text = '' }) => text).join('') ?? '';
}
