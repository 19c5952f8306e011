import { describe, expect, it } from 'vitest';
import { handoffTool } from '#agents/calling';
import { createManualClock } from '#testing';
import { connectEnvironment } from '../connect/connect-environment.ts';
import { createEnvironmentHandler } from './handler.ts';
import { createOpenResponseTracker } from '../tracked-response.ts';
import { askModern, beginSession, post } from './requests.fixture.ts';

const GRACE_MS = 1000;

describe('countInFlight', () => {
  it('has nothing to wait for when nothing is going on', async () => {
    const calls = createOpenResponseTracker(createManualClock());
    await calls.track(Promise.resolve(new Response('done')));
    await expect(calls.track(Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await calls.waitUntilEnded(GRACE_MS)).toBeUndefined();
  });

  it('waits no longer than it may', async () => {
    const clock = createManualClock();
    const calls = createOpenResponseTracker(clock);
    void calls.track(new Promise(() => {}));
    const drained = calls.waitUntilEnded(GRACE_MS);
    clock.advance(GRACE_MS);
    expect(await drained).toBeUndefined();
  });
});

describe('a handler that closes', () => {
  const call = { method: 'tools/call', params: { name: 'wait', arguments: {} } };

  function serve() {
    const clock = createManualClock();
    const running = Promise.withResolvers<void>();
    const late = Promise.withResolvers<string>();
    const handler = createEnvironmentHandler(
      {
        name: 'test',
        version: '1.0.0',
        tools: [
          {
            name: 'wait',
            async execute(_args, { progress }) {
              await progress(1);
              running.resolve();
              return late.promise;
            },
          },
        ],
      },
      { clock },
    );
    return { clock, handler, running: running.promise, finish: () => late.resolve('at last') };
  }

  it.each([{ progressToken: 'p' }, {}])('lets calls end first: %j', async (meta) => {
    const { handler, running, finish } = serve();
    const calling = askModern(handler, { ...call, meta });
    await running;
    const closing = handler.close(GRACE_MS);
    finish();
    expect((await calling).result).toMatchObject({ content: [{ text: 'at last' }] });
    await closing;
  });

  it('lets calls in sessions end first', async () => {
    const { handler, running, finish } = serve();
    const session = await beginSession(handler);
    const calling = post(handler, { jsonrpc: '2.0', id: 1, ...call }, session);
    await running;
    const closing = handler.close(GRACE_MS);
    finish();
    expect((await calling).result).toMatchObject({ content: [{ text: 'at last' }] });
    await closing;
    expect(handler.openSessions()).toBe(0);
  });

  it('lets through what a call is waiting for', async () => {
    const handler = createEnvironmentHandler({
      name: 'test',
      version: '1.0.0',
      handoff: handoffTool(),
    });
    let closing: Promise<void> | undefined;
    const environment = await connectEnvironment(
      {
        async handler(request) {
          const body = request.method === 'POST' ? await request.clone().text() : '';
          const isNew = body.includes('server/discover');
          return isNew ? new Response(null, { status: 404 }) : handler(request);
        },
      },
      {
        async onHandoff() {
          closing = handler.close(60_000);
          return { text: 'sunny' };
        },
      },
    );
    const args = { agent_uri: 'http://localhost:1/', message: 'hello' };
    const { signal } = new AbortController();
    const task = { id: 'task', contextId: 'context', agent: 'agent', metadata: {} };
    const handoff = { id: 'call', name: 'handoff', arguments: args };
    expect(
      await environment.callTool(handoff, { key: 'key', attempt: 1, task, signal }),
    ).toMatchObject({ content: 'sunny' });
    await closing;
    await environment.close();
  });

  it('ends them when its patience does', async () => {
    const { handler, running, clock } = serve();
    const session = await beginSession(handler);
    const calling = post(handler, { jsonrpc: '2.0', id: 1, ...call }, session);
    await running;
    const closing = handler.close(GRACE_MS);
    clock.advance(GRACE_MS);
    await closing;
    expect((await calling).result).toBeUndefined();
  });
});
