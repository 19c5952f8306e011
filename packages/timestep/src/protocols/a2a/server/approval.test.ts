import { expect, it } from 'vitest';
import type { JsonObject } from '#core';
import { message, serve, weather } from '../served.fixture.ts';

function asking(): ReturnType<typeof serve> & { readonly runs: string[] } {
  const runs: string[] = [];
  const execute = (_: object, { key }: { readonly key: string }): string => {
    runs.push(key);
    return 'sunny';
  };
  const tools = { get_weather: { needsApproval: true, execute } };
  return { ...serve({ agentFn: weather, toolSite: 'server', tools }), runs };
}

interface Waiting {
  readonly id: string;
  readonly contextId: string;
  readonly status: { readonly state: string; readonly message: { readonly parts: JsonObject[] } };
}

async function begin({ rpc }: ReturnType<typeof serve>): Promise<Waiting> {
  const response = await rpc('SendMessage', message('weather?'), '1.0');
  return (response['result'] as { task: unknown }).task as Waiting;
}

it('waits for input, asking in words and as data', async () => {
  const served = asking();
  const { status } = await begin(served);
  expect(status.state).toBe('TASK_STATE_INPUT_REQUIRED');
  expect(status.message.parts).toEqual([
    { text: 'May I call get_weather({"location": "Oakland"})? Answer yes or no.' },
    {
      data: {
        approval_requests: [
          {
            call_id: 'call_abc123',
            name: 'get_weather',
            arguments: { location: 'Oakland' },
            digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
          },
        ],
      },
      mediaType: 'application/json',
    },
  ]);
  expect(served.runs).toEqual([]);
});

const decision = (approved: boolean): JsonObject => ({
  data: { approvals: [{ call_id: 'call_abc123', approved }] },
});

it.each([
  ['a decision', decision(true), 'sunny', 1],
  ['a yes', { text: 'yes' }, 'sunny', 1],
  ['a refusal', decision(false), 'denied', 0],
  ['a no', { text: 'No.' }, 'denied', 0],
])('goes on with %s', async (_, part, answer, times) => {
  const served = asking();
  const { id: taskId, contextId } = await begin(served);
  const more = { messageId: 'm2', role: 'ROLE_USER', taskId, contextId, parts: [part] };
  const { result } = await served.rpc('SendMessage', { message: more }, '1.0');
  expect(JSON.stringify((result as JsonObject)['task'])).toContain(answer);
  expect(served.runs).toHaveLength(times);
});

it('refuses a decision that it cannot use, and goes on waiting', async () => {
  const served = asking();
  const { id: taskId } = await begin(served);
  const parts = [{ data: { approvals: [{ call_id: 'other', approved: true }] } }];
  const more = { messageId: 'm2', role: 'ROLE_USER', taskId, parts };
  const { error } = await served.rpc('SendMessage', { message: more }, '1.0');
  expect(error).toMatchObject({ code: -32602 });
  expect((await served.runner.get(taskId))?.state).toBe('input-required');
});
