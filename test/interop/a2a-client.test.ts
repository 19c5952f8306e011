import { createGrpcBinding } from '@timestep-ai/grpc';
import { createA2AAgent, connectA2A, type RemoteTask } from '@timestep-ai/timestep/a2a';
import { runEpisode } from '@timestep-ai/timestep/runner';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { OFFICIAL, type OfficialAgent } from './a2a-official-agents.ts';
import { QUESTION, startWeatherAgent } from './a2a-weather-agent.ts';

const overGrpc = createGrpcBinding();
afterAll(() => overGrpc.close());

const AGENTS: readonly OfficialAgent[] = [
  ...OFFICIAL,
  { name: 'our own', start: startWeatherAgent },
  { name: 'our own, over REST alone', start: () => startWeatherAgent('HTTP+JSON') },
  { name: 'our own, over gRPC alone', start: () => startWeatherAgent('GRPC') },
];

describe.each(AGENTS)('our client with an agent of $name', ({ start }) => {
  it('asks, brings results and gets the answer', async () => {
    const client = await connectA2A(await address(start), { bindings: [overGrpc] });
    const updates: string[] = [];
    let task: RemoteTask | undefined;
    const tell = async (message: Parameters<typeof client.send>[0]): Promise<void> => {
      for await (const update of client.send(message)) {
        if (update.kind === 'task') ({ task } = update);
        updates.push(update.kind === 'task' ? update.task.state : update.text);
      }
    };
    await tell({ messageId: 'm1', message: QUESTION });
    expect(task).toMatchObject({
      state: 'input-required',
      toolCalls: [{ id: 'call_1', function: { name: 'get_weather' } }],
    });
    const results = [{ callId: 'call_1', name: 'get_weather', output: 'sunny' }];
    await tell({ messageId: 'm2', taskId: task?.id ?? '', results });
    expect(task).toMatchObject({ state: 'completed', text: 'It is sunny.' });
    expect(updates.join(' ')).toMatch(/input-required .*It is .*sunny.* completed$/);
    expect(await client.get(task?.id ?? '')).toMatchObject({ text: 'It is sunny.' });
    await expect(client.cancel(task?.id ?? '')).rejects.toMatchObject({ rpcCode: -32002 });
  });

  it('runs an episode whose tools are here', async () => {
    const agent = createA2AAgent(await address(start), { bindings: [overGrpc] });
    const { messages, info } = await runEpisode([{ role: 'user', content: QUESTION }], agent, {
      tools: { get_weather: () => 'sunny' },
    });
    expect(info).toMatchObject({ terminated_reason: 'final_answer', error: null, tool_calls: 1 });
    expect(messages.at(-1)?.content).toBe('It is sunny.');
  });
});

it('cancels what runs elsewhere when it is called off', async () => {
  const url = await address(startWeatherAgent);
  const leave = new AbortController();
  const running = runEpisode([{ role: 'user', content: 'wait' }], createA2AAgent(url), {
    signal: leave.signal,
  });
  const tasks = async (): Promise<unknown> => {
    const headers = { 'a2a-version': '1.0' };
    return (await fetch(`${url}tasks`, { headers })).json();
  };
  const working = { tasks: [{ status: { state: 'TASK_STATE_WORKING' } }] };
  await expect.poll(tasks).toMatchObject(working);
  leave.abort();
  expect((await running).info).toMatchObject({ error: 'canceled' });
  await expect.poll(tasks).toMatchObject({ tasks: [{ status: { state: 'TASK_STATE_CANCELED' } }] });
});

it('says where nobody answers', async () => {
  const { url, close } = await startWeatherAgent();
  await close();
  await expect(connectA2A(url, { patienceMs: 0 })).rejects.toMatchObject({
    code: 'unreachable',
  });
});

async function address(start: OfficialAgent['start']): Promise<string> {
  const { url, close } = await start();
  onTestFinished(close);
  return url;
}
