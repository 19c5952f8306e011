import { listen } from '@timestep-ai/timestep/http';
import { createEnvironmentHandler, type HandoffOptions } from '@timestep-ai/timestep/mcp';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ALLOWED, environment } from './mcp-environment.ts';
import { http, ours, v2, WAYS, type Answer, type Connection } from './mcp-connections.ts';

const closers: (() => Promise<void>)[] = [];
// Both sides are in this process, so that time passes for both when a test says so.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
});
afterEach(async () => {
  vi.useRealTimers();
  for (const close of closers.splice(0)) await close();
});

async function serve(handoff: HandoffOptions): Promise<string> {
  const handler = createEnvironmentHandler(environment(handoff));
  const listening = await listen(handler, { port: 0 });
  closers.push(async () => {
    await handler.close();
    await listening.close(0);
  });
  return `${listening.url}/mcp`;
}

async function open(connecting: Promise<Connection>): Promise<Connection> {
  const connection = await connecting;
  closers.unshift(() => connection.close());
  return connection;
}

const TIMEOUT_MS = 3000;
const BEAT_MS = 300;
/** So many beats that the time between the first and the last is longer than the timeout. */
const ENOUGH_BEATS = (TIMEOUT_MS / BEAT_MS) * 1.5;

/** An agent that answers only when its caller has waited for longer than its patience lasts. */
function slowAgent(): {
  readonly answer: Answer;
  readonly beat: () => void;
  readonly patience: () => Promise<void>;
} {
  const asked = Promise.withResolvers<void>();
  const late = Promise.withResolvers<string>();
  let heard = Promise.withResolvers<void>();
  return {
    answer() {
      asked.resolve();
      return late.promise;
    },
    beat: () => heard.resolve(),
    async patience() {
      await asked.promise;
      for (let beats = 0; beats < ENOUGH_BEATS; beats += 1) {
        heard = Promise.withResolvers();
        // The handoff's own timer is set in the turn that asks the agent.
        await new Promise((resolve) => setImmediate(resolve));
        vi.advanceTimersByTime(BEAT_MS);
        await heard.promise;
      }
      late.resolve('at last');
    },
  };
}

const target = { agent_uri: ALLOWED, message: 'Take your time' };
const sdk1 = (url: string, answer: Answer | undefined): Promise<Connection> =>
  WAYS.find(({ name }) => name === 'SDK 1 over HTTP')?.connect(url, answer) ??
  Promise.reject(new Error('there is no such way'));

describe('a handoff that takes longer than the caller waits for a sign of life', () => {
  it.each([
    {
      name: 'SDK 2 of 2025',
      connect: (url: string, answer: Answer) => v2(http(url), 'legacy', answer),
    },
    { name: 'SDK 1', connect: sdk1 },
  ])('is kept alive while the client is asked: $name', async ({ connect }) => {
    const { answer, beat, patience } = slowAgent();
    const url = await serve({ heartbeatMs: BEAT_MS });
    const connection = await open(connect(url, answer));
    const calling = connection.call('handoff', target, { timeout: TIMEOUT_MS, onProgress: beat });
    await patience();
    expect(await calling).toEqual({ text: 'at last', isError: false });
  });

  it.each([
    { name: 'ours', connect: (url: string) => ours({ url }, undefined, TIMEOUT_MS) },
    { name: 'SDK 2', connect: (url: string) => v2(http(url), 'auto') },
    { name: 'SDK 2 of 2025', connect: (url: string) => v2(http(url), 'legacy') },
    { name: 'SDK 1', connect: (url: string) => sdk1(url, undefined) },
  ])('is kept alive while the server calls the agent: $name', async ({ connect }) => {
    const { answer, beat, patience } = slowAgent();
    const url = await serve({
      heartbeatMs: BEAT_MS,
      callAgent: async ({ agentUri, message }, { signal }) => ({
        text: await answer({ agentUri, message }, signal),
      }),
    });
    const connection = await open(connect(url));
    const calling = connection.call('handoff', target, { timeout: TIMEOUT_MS, onProgress: beat });
    await patience();
    expect(await calling).toEqual({ text: 'at last', isError: false });
  });

  it('fails without the heartbeat, and the callback is aborted', async () => {
    const asked = Promise.withResolvers<void>();
    const aborted = Promise.withResolvers<void>();
    const url = await serve({ heartbeatMs: 3_600_000 });
    const connection = await open(
      v2(http(url), 'legacy', async (_handoff, signal) => {
        const ended = Promise.withResolvers<string>();
        signal.addEventListener('abort', () => {
          aborted.resolve();
          ended.reject(signal.reason);
        });
        asked.resolve();
        return ended.promise;
      }),
    );
    const options = { timeout: TIMEOUT_MS, onProgress: () => undefined };
    const outcome = connection.call('handoff', target, options).catch(String);
    await asked.promise;
    vi.advanceTimersByTime(TIMEOUT_MS);
    expect(await outcome).toContain('timed out');
    await aborted.promise;
  });
});
