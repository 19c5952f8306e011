import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#core';
import { calls, idOf, outputOf, says, script, serve, type Served } from '../served.fixture.ts';
import { problemsOf, streamProblems } from '../wire-check.fixture.ts';

function shop(): Served & { readonly paid: string[] } {
  const paid: string[] = [];
  const asking = calls(['c_1', 'pay', '{"amount":5}'], ['c2', 'look']);
  const { agent } = script(asking, says('done'), says('bye'));
  const execute = (_: object, { key }: { readonly key: string }): string => {
    paid.push(key);
    return 'paid';
  };
  const tools = { pay: { needsApproval: true, execute }, look: () => 'seen' };
  return { ...serve(agent, { tools }), paid };
}

function decided(id: string, approve: boolean): JsonObject {
  const approval_request_id = `mcpr_${id.replace('resp_', '')}_c_1`;
  const item = { type: 'mcp_approval_response', approval_request_id, approve, reason: 'too much' };
  return { input: [item], previous_response_id: id };
}

it('asks in an item of the response, which is complete', async () => {
  const served = shop();
  const asked = await served.post({ input: 'pay' });
  expect(problemsOf(asked.body)).toEqual([]);
  expect(asked.body).toMatchObject({ status: 'completed' });
  expect(outputOf(asked)).toMatchObject([
    { type: 'mcp_call', name: 'pay', status: 'incomplete', output: null },
    { type: 'mcp_call', name: 'look', status: 'completed' },
    {
      id: `mcpr_${idOf(asked).replace('resp_', '')}_c_1`,
      type: 'mcp_approval_request',
      server_label: 'assistant-tools',
      name: 'pay',
      arguments: '{"amount":5}',
    },
  ]);
  expect(served.paid).toEqual([]);
});

it('makes the call in the response to the approval', async () => {
  const served = shop();
  const asked = await served.post({ input: 'pay' });
  const request = outputOf(asked)[2]?.['id'];
  const events = await served.stream(decided(idOf(asked), true));
  expect(streamProblems(events)).toEqual([]);
  const response = events.at(-1)?.body['response'] as unknown as JsonObject;
  expect(response['output']).toMatchObject([
    { type: 'mcp_call', name: 'pay', status: 'completed', approval_request_id: request },
    { type: 'message' },
  ]);
  expect(served.paid).toHaveLength(1);
});

it('keeps in the log that the approval came over Responses', async () => {
  const served = shop();
  await served.post(decided(idOf(await served.post({ input: 'pay' })), true));
  const { tasks } = await served.runner.list({ principal: '', pageSize: 5 });
  const updates = served.runner.subscribe(tasks[0]?.id ?? '', 0, new AbortController().signal);
  const senders: unknown[] = [];
  for await (const update of updates) {
    if (update.kind !== 'event') continue;
    if (update.event.type === 'approval.decided') senders.push(update.event.by);
    if (update.event.type === 'task.finished') break;
  }
  expect(senders).toEqual([{ entry: 'responses' }]);
});

it('tells the model of a refusal, and why', async () => {
  const served = shop();
  const asked = await served.post({ input: 'pay' });
  const answer = await served.post(decided(idOf(asked), false));
  expect(outputOf(answer)).toMatchObject([{ type: 'message' }]);
  expect(served.paid).toEqual([]);
  const { tasks } = await served.runner.list({ principal: '', pageSize: 5 });
  expect(JSON.stringify(tasks[0]?.entries)).toContain('too much');
});

it('gives the task up where the conversation goes on without deciding', async () => {
  const served = shop();
  const asked = await served.post({ input: 'pay' });
  const answer = await served.post({ input: 'never mind', previous_response_id: idOf(asked) });
  expect(outputOf(answer)).toMatchObject([{ type: 'message' }]);
  const { tasks } = await served.runner.list({ principal: '', pageSize: 5 });
  expect(tasks.map(({ state }) => state).toSorted()).toEqual(['canceled', 'completed']);
  expect(served.paid).toEqual([]);
});

it.each([
  ['a decision that is none', { approve: 'yes' }, 'approve'],
  ['a request that is not ours', { approval_request_id: 'mcpr_1' }, 'approval'],
])('refuses %s', async (_, change, named) => {
  const served = shop();
  const asked = await served.post({ input: 'pay' });
  const body = decided(idOf(asked), true);
  const [item] = body['input'] as unknown as JsonObject[];
  const answer = await served.post({ ...body, input: [{ ...item, ...change }] });
  expect(answer.status).toBe(400);
  expect(JSON.stringify(answer.body)).toContain(named);
  expect(served.paid).toEqual([]);
});

it('takes a decision at the end of a whole conversation, once', async () => {
  const served = shop();
  const asked = await served.post({ input: 'pay' });
  const { input } = decided(idOf(asked), true);
  const request = { type: 'item_reference', id: `mcpr_${idOf(asked).replace('resp_', '')}_c_1` };
  const whole = [{ role: 'user', content: 'pay' }, request, ...(input as JsonObject[])];
  const paid = await served.post({ input: whole });
  expect(served.paid).toHaveLength(1);
  expect(outputOf(paid)).toMatchObject([
    { type: 'mcp_call', name: 'pay', approval_request_id: request.id },
    { type: 'message' },
  ]);
  const again = await served.post({ input: whole });
  expect(again.status).toBeGreaterThanOrEqual(400);
  expect(served.paid).toHaveLength(1);
});

it.each([
  ['another caller', 'eve', (id: string) => id],
  ['an unknown response', '', (id: string) => id.replace('resp_', 'resp_0')],
])('refuses a decision of %s', async (_whose, principal, named) => {
  const served = shop();
  const asked = await served.post({ input: 'pay' });
  const { input = null } = decided(named(idOf(asked)), true);
  const refused = await served.post({ input }, principal);
  expect(refused).toMatchObject({
    status: 400,
    body: { error: { code: 'unknown_approval_request' } },
  });
  expect(served.paid).toEqual([]);
});

it('refuses to go on with what is stored in a response that is not', async () => {
  const served = shop();
  const asked = await served.post({ input: 'pay' });
  const refused = await served.post({ ...decided(idOf(asked), true), store: false });
  expect(refused).toMatchObject({
    status: 400,
    body: { error: { code: 'unsupported_parameter', param: 'store' } },
  });
  expect(served.paid).toEqual([]);
  await served.post(decided(idOf(asked), true));
  expect(served.paid).toHaveLength(1);
});

describe('a decision at the end of a conversation that is replayed', () => {
  /** What a client has after the request that asked, and what it sends next. */
  async function replayed() {
    const served = shop();
    const user: JsonObject = { role: 'user', content: 'pay' };
    const asked = await served.post({ input: [user] });
    const { input: decision } = decided(idOf(asked), true);
    const input: readonly JsonObject[] = [
      user,
      ...outputOf(asked),
      ...(decision as unknown as JsonObject[]),
    ];
    return { served, input, id: idOf(asked) };
  }

  it('goes to the call that waits', async () => {
    const { served, input } = await replayed();
    const paid = await served.post({ input: [...input] });
    expect(outputOf(paid)).toMatchObject([
      { type: 'mcp_call', name: 'pay', approval_request_id: input[4]?.['approval_request_id'] },
      { type: 'message' },
    ]);
    expect(served.paid).toHaveLength(1);
  });

  it('is history once it was heard', async () => {
    const { served, input } = await replayed();
    const paid = await served.post({ input: [...input] });
    const next = [...input, ...outputOf(paid), { role: 'user', content: 'thanks' }];
    expect(outputOf(await served.post({ input: next }))).toMatchObject([{ type: 'message' }]);
    expect(served.paid).toHaveLength(1);
  });

  it('is refused where the response that asked is gone', async () => {
    const { served, input, id } = await replayed();
    await served.ask('DELETE', `/v1/responses/${id}`);
    expect((await served.post({ input: [...input] })).status).toBe(400);
    expect(served.paid).toEqual([]);
  });
});
