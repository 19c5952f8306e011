import { randomUUID } from 'node:crypto';
import { SendMessageRequest, SubscribeToTaskRequest, Task, type StreamResponse } from '@a2a-js/sdk';
import { ClientFactory, type Client } from '@a2a-js/sdk/client';
import { expect, it } from 'vitest';
import { createClient } from '@timestep-ai/timestep';
import { connectEnvironment } from '@timestep-ai/timestep/mcp';
import { anyPlace, startExamples } from './running-examples.ts';

const QUESTION = "What's the weather in Oakland?";
const ANSWER = /72°F and sunny, with a humidity level of 65%/;

interface WireTask {
  readonly id: string;
  readonly contextId: string;
  readonly status: { readonly state: string; readonly message?: object };
  readonly history: readonly object[];
}

function asked(message: object): SendMessageRequest {
  return SendMessageRequest.fromJSON({
    message: { messageId: randomUUID(), role: 'ROLE_USER', ...message },
  });
}

async function firstOf(events: AsyncIterable<StreamResponse>): Promise<StreamResponse | undefined> {
  for await (const event of events) return event;
  return undefined;
}

function connect(url: string): Promise<Client> {
  return new ClientFactory().createFromUrl(url);
}

it('answers a question although both assistants are killed in the middle of the handoff', async () => {
  const anywhere = anyPlace();
  const first = await startExamples(anywhere);
  const place = {
    ...anywhere,
    weatherPort: Number(new URL(first.weather).port),
    personalPort: Number(new URL(first.personal).port),
  };
  const before = await connect(first.personal);
  const sent = await before.sendMessage(asked({ parts: [{ text: QUESTION }] }));
  const paused = Task.toJSON(sent as Task) as WireTask;
  expect(paused.status.state).toBe('TASK_STATE_INPUT_REQUIRED');

  // The handoff is under way when everything dies, and what is away comes back only after it.
  const client = createClient({ patienceMs: 0 });
  const environment = await connectEnvironment(
    { url: `${first.personal}/mcp` },
    {
      patienceMs: 0,
      async onHandoff(target, signal) {
        await first.kill();
        return client.handOff(target, signal);
      },
    },
  );
  const call = {
    id: 'c',
    name: 'handoff',
    arguments: { agent_uri: first.weather, message: QUESTION },
  };
  const task = { id: paused.id, contextId: paused.contextId, agent: 'personal', metadata: {} };
  const context = { key: 'k', attempt: 1, task, signal: new AbortController().signal };
  expect(await environment.callTool(call, context)).toMatchObject({ isError: true });
  await Promise.all([client.close(), environment.close()]);

  const second = await startExamples(place);
  try {
    const after = await connect(second.personal);
    // A client that lost its stream subscribes again and finds the task waiting as it was.
    const event = await firstOf(
      after.resubscribeTask(SubscribeToTaskRequest.fromJSON({ id: paused.id })),
    );
    const known =
      event?.payload?.$case === 'task' ? (Task.toJSON(event.payload.value) as WireTask) : undefined;
    expect(known).toMatchObject({ id: paused.id, status: { state: 'TASK_STATE_INPUT_REQUIRED' } });

    const again = createClient();
    const weather = await again.ask(second.weather, QUESTION);
    await again.close();
    const result = { call_id: callIdIn(paused), name: 'handoff', output: weather.text };
    const { id: taskId, contextId } = paused;
    const parts = [{ data: { tool_results: [result] } }];
    const done = Task.toJSON(
      (await after.sendMessage(asked({ taskId, contextId, parts }))) as Task,
    ) as WireTask;
    expect(done.status.state).toBe('TASK_STATE_COMPLETED');
    expect(JSON.stringify(done.status.message)).toMatch(ANSWER);
    expect(done.history).toHaveLength(4);
  } finally {
    expect(await second.stop()).toBe(0);
  }
});

function callIdIn(task: WireTask): string {
  const [, callId = ''] = /"call_id":"([^"]+)"/.exec(JSON.stringify(task.status.message)) ?? [];
  return callId;
}
