import { describe, expect, it } from 'vitest';
import type { AssistantMessage, JsonObject } from '#core';
import { message, message03, ORIGIN, serve, type Served } from '../served.fixture.ts';

describe('a rejection', () => {
  it('ends the task with its words, in both versions', async () => {
    const { rpc } = saying({ content: 'I book no trains.', reply_as: 'rejection' });
    const { result } = await rpc('SendMessage', message('book'), '1.0');
    expect(result).toMatchObject({
      task: {
        status: {
          state: 'TASK_STATE_REJECTED',
          message: { role: 'ROLE_AGENT', parts: [{ text: 'I book no trains.' }] },
        },
      },
    });
    const older = await rpc('message/send', message03('book', 'm2'), '0.3');
    expect(older['result']).toMatchObject({ kind: 'task', status: { state: 'rejected' } });
  });

  it('is the last event of a stream', async () => {
    const { stream } = saying({ content: 'No.', reply_as: 'rejection' });
    const events = await stream('message/stream', message03('book'), '0.3');
    expect(events.at(-1)).toMatchObject({ final: true, status: { state: 'rejected' } });
  });
});

describe('a request for credentials', () => {
  const asking = (): Served =>
    saying({ content: 'Log in at https://x.example.', reply_as: 'credentials-request' });

  it('is waited for, and the next message goes on', async () => {
    const { rpc } = asking();
    const { result } = await rpc('SendMessage', message('book'), '1.0');
    const { task } = result as { task: { id: string; status: JsonObject } };
    expect(task.status).toMatchObject({
      state: 'TASK_STATE_AUTH_REQUIRED',
      message: { parts: [{ text: 'Log in at https://x.example.' }] },
    });
    const next = await rpc('SendMessage', message('done', 'm2', { taskId: task.id }), '1.0');
    expect(next).toMatchObject({
      result: { task: { id: task.id, status: { state: 'TASK_STATE_COMPLETED' } } },
    });
  });

  it('ends a stream', async () => {
    const events = await asking().stream('message/stream', message03('book'), '0.3');
    expect(events.at(-1)).toMatchObject({ final: true, status: { state: 'auth-required' } });
  });

  it('is found by its state, and not by that of other questions', async () => {
    const { rpc } = asking();
    await rpc('SendMessage', message('book'), '1.0');
    const found = async (status: string): Promise<unknown> =>
      (await rpc('ListTasks', { status }, '1.0'))['result'];
    expect(await found('TASK_STATE_AUTH_REQUIRED')).toMatchObject({ tasks: [{}] });
    expect(await found('TASK_STATE_INPUT_REQUIRED')).toMatchObject({ tasks: [] });
  });
});

describe('a bare message', () => {
  const answering = (more: Partial<AssistantMessage> = {}): Served =>
    saying({ content: 'Hi.', reply_as: 'bare-message', ...more });

  it('comes without its task, in both versions and bindings', async () => {
    const { rpc, fetch } = answering();
    const bare = { role: 'ROLE_AGENT', contextId: expect.any(String), parts: [{ text: 'Hi.' }] };
    const { result } = await rpc('SendMessage', message('hi'), '1.0');
    expect(result).toEqual({ message: { messageId: expect.any(String), ...bare } });
    const older = await rpc('message/send', message03('hi', 'm2'), '0.3');
    expect(older['result']).toMatchObject({
      kind: 'message',
      role: 'agent',
      parts: [{ kind: 'text', text: 'Hi.' }],
    });
    const post = async (path: string, body: unknown, version: string): Promise<unknown> => {
      const headers = { 'content-type': 'application/json', 'a2a-version': version };
      const init = { method: 'POST', headers, body: JSON.stringify(body) };
      return (await fetch(`${ORIGIN}${path}`, init)).json();
    };
    expect(await post('/message:send', message('hi', 'm3'), '1.0')).toMatchObject({
      message: bare,
    });
    expect(await post('/v1/message:send', message03('hi', 'm4'), '0.3')).toMatchObject({
      msg: { role: 'ROLE_AGENT', content: [{ text: 'Hi.' }] },
    });
  });

  it('is a task for clients that do not wait, in streams and for artifacts', async () => {
    const { rpc, stream } = answering();
    const hurried = { ...message('hi'), configuration: { returnImmediately: true } };
    expect((await rpc('SendMessage', hurried, '1.0'))['result']).toHaveProperty('task');
    const events = await stream('SendStreamingMessage', message('hi', 'm2'), '1.0');
    expect(events[0]).toHaveProperty('task');
    const artifacts = [{ artifact_id: 'a', parts: [{ type: 'text', text: 'x' }] }] as const;
    const giving = await answering({ artifacts }).rpc('SendMessage', message('hi'), '1.0');
    expect(giving['result']).toHaveProperty('task');
  });
});

/** An agent that says this first, and thanks for what comes then. */
function saying(reply: Omit<AssistantMessage, 'role'>): Served {
  return serve({
    agentFn: (messages) =>
      messages.length === 1
        ? { role: 'assistant', ...reply }
        : { role: 'assistant', content: 'Thanks.' },
  });
}
