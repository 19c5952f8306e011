import { describe, expect, it } from 'vitest';
import { stage } from './bridge-stage.ts';
import { ASKED, STATES } from './bridge-states.ts';
import { taskClient } from './task-client.ts';

/** What a call of an agent comes to for a client that takes tasks. */
async function called(client: Awaited<ReturnType<typeof taskClient>>, message: string) {
  return client.session.callTool('call_agent', { agent: 'peer', message });
}

describe('the tasks extension', () => {
  const going = STATES.filter(([, { state }]) => state === 'working');
  it.each(going)('is a task where the task of the peer is %s', async (message) => {
    const { mcp } = await stage();
    const client = await taskClient(mcp);
    const execution = await called(client, message);
    expect(execution.kind).toBe('task');
    const { taskId = '' } = execution.handle ?? {};
    const got = await client.request('tasks/get', { taskId });
    expect(got['result']).toMatchObject({ taskId, status: 'working', ttlMs: null });
  });

  const over = STATES.filter(([, { state }]) => state !== 'working');
  it.each(over)('is no task where that of the peer is %s', async (message, shown, isError) => {
    const { mcp } = await stage();
    const execution = await called(await taskClient(mcp), message);
    expect(execution.kind).toBe('immediate');
    const { outcome } = await execution.settle();
    expect(outcome).toMatchObject({
      status: 'completed',
      result: { structuredContent: { agent: 'peer', ...shown }, ...(isError && { isError }) },
    });
  });

  it.each(Object.entries(ASKED))('asks the person what %s asks', async (message, question) => {
    const { mcp, sent } = await stage();
    const asked: string[] = [];
    const client = await taskClient(mcp, {
      person(text) {
        asked.push(text);
        return { answer: 'yes' };
      },
    });
    const execution = await called(client, message);
    expect(execution.kind).toBe('task');
    const { outcome } = await execution.settle();
    expect(outcome).toMatchObject({
      status: 'completed',
      result: { structuredContent: { state: 'completed' } },
    });
    expect(asked).toEqual([question]);
    expect(client.methods).toContain('tasks/update');
    const said = sent.slice(1).map(({ text, approvals }) => approvals ?? text);
    const approved = [{ call_id: 'c1', approved: true }];
    expect(said).toEqual([message.endsWith('approval') ? approved : 'yes']);
  });

  it('goes on where the person declines, so that no client asks for ever', async () => {
    const { mcp, sent } = await stage();
    const client = await taskClient(mcp, { person: () => undefined });
    for (const message of Object.keys(ASKED)) {
      const { outcome } = await (await called(client, message)).settle();
      expect(outcome).toMatchObject({ status: 'completed' });
    }
    expect(sent.filter(({ taskId }) => taskId !== undefined)).toMatchObject([
      { text: 'The user declined to answer.' },
      { approvals: [{ approved: false, reason: 'The user declined to answer.' }] },
    ]);
  });

  it('ignores an answer to no question, and takes the same one once', async () => {
    const { mcp, sent } = await stage();
    const client = await taskClient(mcp, { person: () => ({ answer: 'Ada' }) });
    const { handle } = await called(client, 'INPUT_REQUIRED question');
    const taskId = handle?.taskId ?? '';
    const { result } = await client.request('tasks/get', { taskId });
    const { inputRequests } = result as { readonly inputRequests: Record<string, unknown> };
    const [round = ''] = Object.keys(inputRequests);
    const answer = { action: 'accept', content: { answer: 'Ada' } };
    for (const key of ['other', round, round, 'other']) {
      const inputResponses = { [key]: answer };
      const acknowledged = await client.request('tasks/update', { taskId, inputResponses });
      expect(acknowledged['result']).toMatchObject({ resultType: 'complete' });
    }
    await expect
      .poll(async () => (await client.request('tasks/get', { taskId }))['result'])
      .toMatchObject({ status: 'completed', result: { structuredContent: { answer: 'Ada' } } });
    expect(sent.map(({ text }) => text)).toEqual(['INPUT_REQUIRED question', 'Ada']);
  });

  it('cancels a task', async () => {
    const { mcp, canceled } = await stage();
    const client = await taskClient(mcp);
    const execution = await called(client, 'WORKING');
    await execution.cancel();
    const taskId = execution.handle?.taskId ?? '';
    await expect
      .poll(async () => (await client.request('tasks/get', { taskId }))['result'])
      .toMatchObject({ status: 'cancelled' });
    await expect.poll(() => canceled).toEqual(['t1']);
  });

  it('gives the same task to a call that is made again, and to a client that comes later', async () => {
    const { mcp, sent } = await stage();
    const client = await taskClient(mcp);
    const params = { name: 'call_agent', arguments: { agent: 'peer', message: 'WORKING' } };
    const again = { 'dev.timestep/key': 'k1' };
    const calls = [];
    for (let time = 0; time < 2; time += 1) {
      const { result } = await client.request('tools/call', { ...params, _meta: again });
      calls.push((result as { readonly taskId: string }).taskId);
    }
    expect(calls[1]).toBe(calls[0]);
    expect(sent).toHaveLength(1);
    const later = await taskClient(mcp);
    const [taskId = ''] = calls;
    expect((await later.request('tasks/get', { taskId }))['result']).toMatchObject({ taskId });
  });

  it('is for clients that declare it, and for the tasks of the caller alone', async () => {
    const { mcp } = await stage();
    const client = await taskClient(mcp);
    const { handle } = await called(client, 'WORKING');
    const taskId = handle?.taskId ?? '';
    const eve = await taskClient(mcp, { name: 'eve' });
    for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel']) {
      const params = { taskId, ...(method === 'tasks/update' && { inputResponses: {} }) };
      expect(await client.request(method, params, {})).toMatchObject({
        error: {
          code: -32_021,
          data: { requiredCapabilities: { extensions: { 'io.modelcontextprotocol/tasks': {} } } },
        },
      });
      expect(await eve.request(method, params)).toMatchObject({ error: { code: -32_602 } });
    }
    const params = {
      name: 'call_agent',
      arguments: { agent: 'peer', message: 'WORKING', wait_s: 0 },
    };
    const { result } = await client.request('tools/call', params, {});
    expect(result).toMatchObject({
      resultType: 'complete',
      structuredContent: { state: 'working' },
    });
  });
});
