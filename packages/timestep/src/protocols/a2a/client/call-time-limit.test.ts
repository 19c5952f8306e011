import { expect, it } from 'vitest';
import { connectA2A } from './connect-a2a.ts';
import { PEER, peerOf, type Answer } from './remote-agents.fixture.ts';

const MESSAGE = { messageId: 'm1', message: 'hi' };

/** A peer that is at work for ever, however it is asked. */
function endless(streaming: boolean) {
  const working = { task: { id: 't', contextId: 'c', status: { state: 'TASK_STATE_WORKING' } } };
  const never = new Promise<Answer>(() => undefined);
  return peerOf(({ method }) => (method === 'SendMessage' ? working : never), { streaming });
}

/** As `fetch` does, which gives up where its signal aborts. */
function heeding(fetch: (url: string, init: RequestInit) => Promise<Response>) {
  return (url: string, init: RequestInit): Promise<Response> =>
    new Promise((resolve, reject) => {
      if (init.signal?.aborted) reject(init.signal.reason as Error);
      init.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error));
      fetch(url, init).then(resolve, reject);
    });
}

async function sent(streaming: boolean, signal?: AbortSignal): Promise<void> {
  const fetch = heeding(endless(streaming).fetch);
  const client = await connectA2A(PEER, { fetch, timeLimitMs: 20 });
  for await (const { kind } of client.send(MESSAGE, signal)) expect(kind).toBe('task');
}

it.each([true, false])('ends a call whose time is over (streaming: %s)', async (streaming) => {
  await expect(sent(streaming)).rejects.toMatchObject({
    code: 'time-limit',
    message: 'peer did not finish within 0.02 seconds',
  });
});

it('ends with the reason of its caller where that comes first', async () => {
  await expect(sent(true, AbortSignal.abort(new Error('left')))).rejects.toThrow('left');
});

it('ends looks at a task too, and tells a binding the end', async () => {
  let deadline: number | undefined;
  const card = {
    name: 'peer',
    supportedInterfaces: [{ url: 'peer:1', protocolBinding: 'GRPC', protocolVersion: '1.0' }],
  };
  const client = await connectA2A(PEER, {
    fetch: async () => Response.json(card),
    timeLimitMs: 20,
    now: () => 1000,
    bindings: [
      {
        name: 'GRPC',
        fetch: (_url, init) => {
          ({ deadline } = init);
          return heeding(() => new Promise(() => undefined))('', init);
        },
      },
    ],
  });
  await expect(client.get('t')).rejects.toMatchObject({ code: 'time-limit' });
  expect(deadline).toBe(1020);
});
