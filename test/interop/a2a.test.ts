import {
  GetTaskRequest,
  ListTasksRequest,
  SendMessageRequest,
  StreamResponse,
  SubscribeToTaskRequest,
} from '@a2a-js/sdk';
import { ClientFactory, DefaultAgentCardResolver } from '@a2a-js/sdk/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { json, officialWays, streamed, type TaskJson } from './a2a-official-ways.ts';
import { QUESTION, startWeatherAgent, type WeatherAgent } from './a2a-weather-agent.ts';

let agent: WeatherAgent;
beforeAll(async () => {
  agent = await startWeatherAgent();
});
afterAll(() => agent.close());

const WAYS = officialWays(() => agent.url);

describe.each(WAYS)('$name', ({ name, connect }) => {
  it('sends, and continues the task that waits', async () => {
    const client = await connect();
    const waiting = json(await client.sendMessage(question('send', name)));
    expect(waiting).toMatchObject({
      status: {
        state: 'TASK_STATE_INPUT_REQUIRED',
        message: { parts: [{ data: { tool_calls: [{ call_id: 'call_1' }] } }] },
      },
    });
    const done = json(await client.sendMessage(results(waiting.id, 'send', name)));
    expect(done).toMatchObject({
      id: waiting.id,
      status: { state: 'TASK_STATE_COMPLETED', message: { parts: [{ text: 'It is sunny.' }] } },
      artifacts: [{ artifactId: 'answer-2', parts: [{ text: 'It is sunny.' }] }],
    });
    expect(done.history).toHaveLength(4);
    const got = await client.getTask(GetTaskRequest.fromJSON({ id: done.id, historyLength: 1 }));
    expect(json(got).history).toHaveLength(1);
  });

  it('streams, and continues the task that waits', async () => {
    const client = await connect();
    const asking = await streamed(client.sendMessageStream(question('stream', name)));
    expect(asking[0]).toMatchObject({ task: { status: { state: 'TASK_STATE_SUBMITTED' } } });
    const last = asking.at(-1) as { statusUpdate: { taskId: string } };
    expect(last).toMatchObject({
      statusUpdate: { status: { state: 'TASK_STATE_INPUT_REQUIRED' } },
    });
    const { taskId } = last.statusUpdate;
    const telling = await streamed(client.sendMessageStream(results(taskId, 'stream', name)));
    const texts = telling.map(textIn);
    expect(texts.join('')).toBe('It is sunny.');
    expect(telling.at(-1)).toMatchObject({
      statusUpdate: { status: { state: 'TASK_STATE_COMPLETED' } },
    });
  });

  it('cancels a task that is watched', async () => {
    const client = await connect();
    const params = SendMessageRequest.fromJSON({
      message: { messageId: `wait ${name}`, role: 'ROLE_USER', parts: [{ text: 'wait' }] },
      configuration: { returnImmediately: true },
    });
    // The JSON of 0.3's protocol buffers cannot say "do not wait": there, a stream is left instead.
    const started =
      name === 'REST 0.3, by the 1.0 client'
        ? await firstTask(client.sendMessageStream(params))
        : json(await client.sendMessage(params));
    const watching = client.resubscribeTask(SubscribeToTaskRequest.fromJSON({ id: started.id }));
    const states: unknown[] = [];
    let isCanceled = false;
    for await (const event of watching) {
      states.push(stateIn(StreamResponse.toJSON(event)));
      if (isCanceled) continue;
      isCanceled = true;
      const canceled = await client.cancelTask({ id: started.id, tenant: '', metadata: undefined });
      expect(json(canceled).status).toMatchObject({ state: 'TASK_STATE_CANCELED' });
    }
    expect(states.at(-1)).toBe('TASK_STATE_CANCELED');
  });

  it('is told of errors as its own', async () => {
    const client = await connect();
    const id = 'nowhere';
    await expect(client.getTask(GetTaskRequest.fromJSON({ id }))).rejects.toMatchObject({
      name: 'TaskNotFoundError',
    });
    await expect(client.sendMessage(results('nowhere', 'lost', name))).rejects.toMatchObject({
      name: 'TaskNotFoundError',
    });
    const nothing = SendMessageRequest.fromJSON({
      message: { messageId: `nothing ${name}`, role: 'ROLE_USER', parts: [] },
    });
    await expect(client.sendMessage(nothing)).rejects.toThrow(/message\.parts/);
  });
});

describe.each(WAYS.slice(0, 2))('$name', ({ name, connect }) => {
  it('lists tasks', async () => {
    const client = await connect();
    const { id, contextId } = json(await client.sendMessage(question('list', name)));
    const query = ListTasksRequest.fromJSON({ contextId, pageSize: 1, historyLength: 1 });
    const page = await client.listTasks(query);
    expect(page).toMatchObject({ totalSize: 1, pageSize: 1, nextPageToken: '' });
    expect(page.tasks.map((task) => task.id)).toEqual([id]);
    expect(page.tasks[0]?.history).toHaveLength(1);
  });

  it('refuses to watch what is done', async () => {
    const client = await connect();
    const { id } = json(await client.sendMessage(question('done', name)));
    await client.sendMessage(results(id, 'done', name));
    const watching = client.resubscribeTask(SubscribeToTaskRequest.fromJSON({ id }));
    await expect(streamed(watching)).rejects.toMatchObject({ name: 'UnsupportedOperationError' });
  });
});

it('reads the card, shaped for 1.0 and, without a version, for 0.3', async () => {
  const resolver = new DefaultAgentCardResolver();
  const card = await resolver.resolve(agent.url);
  expect(card).toMatchObject({
    name: 'weather',
    skills: [{ id: 'now' }],
    securitySchemes: { bearer: { scheme: { $case: 'httpAuthSecurityScheme' } } },
  });
  const bare = await (await fetch(`${agent.url}.well-known/agent-card.json`)).json();
  expect(bare).toMatchObject({ securitySchemes: { bearer: { type: 'http' } } });
  const client = await new ClientFactory().createFromAgentCard(bare as typeof card);
  expect(client.protocolVersion).toBe('1.0');
});

function question(story: string, way: string): SendMessageRequest {
  return SendMessageRequest.fromJSON({
    message: { messageId: `${story} 1 ${way}`, role: 'ROLE_USER', parts: [{ text: QUESTION }] },
    configuration: {},
  });
}

function results(taskId: string, story: string, way: string): SendMessageRequest {
  const data = { tool_results: [{ call_id: 'call_1', name: 'get_weather', output: 'sunny' }] };
  return SendMessageRequest.fromJSON({
    message: { messageId: `${story} 2 ${way}`, taskId, role: 'ROLE_USER', parts: [{ data }] },
  });
}

async function firstTask(events: AsyncIterable<StreamResponse>): Promise<TaskJson> {
  for await (const event of events) {
    const { task } = StreamResponse.toJSON(event) as { task: TaskJson };
    return task;
  }
  throw new Error('the stream was empty');
}

function stateIn(event: unknown): unknown {
  const { task, statusUpdate } = event as Partial<Record<string, TaskJson>>;
  return (task ?? statusUpdate)?.status.state;
}

function textIn(event: unknown): string {
  const { artifactUpdate } = event as {
    artifactUpdate?: { artifact: { parts: readonly { text?: string }[] } };
  };
  return artifactUpdate?.artifact.parts.map(({ text = '' }) => text).join('') ?? '';
}
