import { describe, expect, it } from 'vitest';
import { createManualClock } from '#testing';
import { createEnvironmentHandler } from './handler.ts';
import { beginSession, initialize, post, URL_WITHIN } from './requests.fixture.ts';
import type { SessionLimits } from './sessions.ts';

const IDLE_MS = 60_000;
const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const callWait = {
  jsonrpc: '2.0',
  id: 2,
  method: 'tools/call',
  params: { name: 'wait', arguments: {} },
};

function serve(limits: SessionLimits = {}) {
  const clock = createManualClock();
  const started: (() => void)[] = [];
  const waiting = Promise.withResolvers<string>();
  const aborted: string[] = [];
  const handler = createEnvironmentHandler(
    {
      name: 'test',
      version: '1.0.0',
      tools: [
        {
          name: 'wait',
          execute(_args, { signal }) {
            signal.addEventListener('abort', () => aborted.push('wait'));
            for (const tell of started.splice(0)) tell();
            return waiting.promise;
          },
        },
      ],
    },
    { clock, sessionIdleMs: IDLE_MS, ...limits },
  );
  return {
    handler,
    clock,
    aborted,
    finish: () => waiting.resolve('done'),
    running: () => new Promise<void>((resolve) => void started.push(resolve)),
  };
}

function listen(headers: Readonly<Record<string, string>>): Request {
  return new Request(URL_WITHIN, { headers: { ...headers, accept: 'text/event-stream' } });
}

describe('a session', () => {
  it('ends when nobody has used it for a while', async () => {
    const { handler, clock } = serve();
    const session = await beginSession(handler);
    clock.advance(IDLE_MS);
    clock.advance(IDLE_MS);
    expect(handler.openSessions()).toBe(0);
    expect((await post(handler, list, session)).status).toBe(404);
    expect(clock.pending()).toBe(0);
  });

  it('goes on while it is used', async () => {
    const { handler, clock } = serve();
    const session = await beginSession(handler);
    for (let round = 0; round < 5; round += 1) {
      clock.advance(IDLE_MS * 0.9);
      expect((await post(handler, list, session)).status).toBe(200);
    }
  });

  it('goes on while its client listens, and ends some time after it stopped', async () => {
    const { handler, clock } = serve();
    const session = await beginSession(handler);
    const stream = await handler(listen(session));
    clock.advance(IDLE_MS * 10);
    expect(handler.openSessions()).toBe(1);
    await stream.body?.cancel();
    clock.advance(IDLE_MS * 2);
    expect(handler.openSessions()).toBe(0);
  });

  it('goes on while a call is running', async () => {
    const { handler, clock, finish, running } = serve();
    const session = await beginSession(handler);
    const started = running();
    const call = post(handler, callWait, session);
    await started;
    clock.advance(IDLE_MS * 10);
    finish();
    expect((await call).result).toMatchObject({ content: [{ text: 'done' }] });
  });

  it('takes the signal of its calls with it when it is deleted', async () => {
    const { handler, aborted, running } = serve();
    const session = await beginSession(handler);
    const started = running();
    const call = post(handler, callWait, session);
    await started;
    await handler(new Request(URL_WITHIN, { method: 'DELETE', headers: session }));
    await call;
    expect(aborted).toEqual(['wait']);
    expect(handler.openSessions()).toBe(0);
  });
});

describe('too many sessions', () => {
  it('cost the one that has been idle for longest', async () => {
    const { handler, clock } = serve({ maxSessions: 2 });
    const first = await beginSession(handler);
    clock.advance(1);
    const second = await beginSession(handler);
    clock.advance(1);
    await post(handler, list, first);
    clock.advance(1);
    const third = await beginSession(handler);
    expect(handler.openSessions()).toBe(2);
    expect((await post(handler, list, second)).status).toBe(404);
    expect((await post(handler, list, first)).status).toBe(200);
    expect((await post(handler, list, third)).status).toBe(200);
  });

  it('cost one that nobody listens to before one that somebody does', async () => {
    const { handler, clock } = serve({ maxSessions: 2 });
    const first = await beginSession(handler);
    await handler(listen(first));
    clock.advance(1);
    const second = await beginSession(handler);
    clock.advance(1);
    await beginSession(handler);
    expect((await post(handler, list, first)).status).toBe(200);
    expect((await post(handler, list, second)).status).toBe(404);
  });

  it('are refused while all of them are busy', async () => {
    const { handler, finish, running } = serve({ maxSessions: 1 });
    const session = await beginSession(handler);
    const started = running();
    const call = post(handler, callWait, session);
    await started;
    const refused = await post(handler, initialize());
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('10');
    expect(refused.error?.message).toMatch(/all 1 sessions are busy/);
    finish();
    expect((await call).status).toBe(200);
    expect((await post(handler, initialize())).status).toBe(200);
  });
});
