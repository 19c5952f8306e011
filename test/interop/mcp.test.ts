import { listen, type ListeningServer } from '@timestep-ai/timestep/http';
import {
  createEnvironmentHandler,
  type EnvironmentHandler,
  type HandoffOptions,
} from '@timestep-ai/timestep/mcp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ALLOWED, callFromServer, environment } from './mcp-environment.ts';
import { http, ours, v2, WAYS, type Answer, type Connection } from './mcp-connections.ts';

interface Serving {
  readonly handler: EnvironmentHandler;
  readonly url: string;
  close(): Promise<void>;
}

const closers: (() => Promise<void>)[] = [];
let handler: EnvironmentHandler;
let url: string;

async function served(handoff: HandoffOptions = {}): Promise<Serving> {
  const serving = createEnvironmentHandler(environment(handoff));
  const listening: ListeningServer = await listen(serving, { port: 0 });
  return {
    handler: serving,
    url: `${listening.url}/mcp`,
    async close() {
      await serving.close();
      await listening.close(0);
    },
  };
}

async function serve(handoff: HandoffOptions = {}): Promise<void> {
  const serving = await served(handoff);
  ({ handler, url } = serving);
  closers.push(() => serving.close());
}

async function open(connecting: Promise<Connection>): Promise<Connection> {
  const connection = await connecting;
  closers.unshift(() => connection.close());
  return connection;
}

beforeEach(() => serve());
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

const agent: Answer = async ({ agentUri, message }) => `${agentUri} says: ${message}`;
const target = { agent_uri: ALLOWED, message: 'How is the weather?' };

describe.each(WAYS)('$name', ({ connect }) => {
  let serving: Serving;
  let connection: Connection;
  let answer: Answer;

  // A way over stdio starts a process, so that all tests of a way share one connection.
  beforeAll(async () => {
    serving = await served();
    connection = await connect(serving.url, (handoff, signal) => answer(handoff, signal));
  });
  afterAll(async () => {
    await connection.close();
    await serving.close();
  });
  beforeEach(() => {
    answer = agent;
  });

  it('lists the tools and calls one', async () => {
    expect(await connection.toolNames()).toEqual(['add', 'handoff']);
    expect(await connection.call('add', { a: 2, b: 3 })).toEqual({
      text: '{"sum":5}',
      isError: false,
    });
  });

  it('tells the model of wrong arguments', async () => {
    const { text, isError } = await connection.call('add', { a: 2 });
    expect(isError).toBe(true);
    expect(text).toMatch(/add: b: /);
  });

  it('makes a handoff at the client', async () => {
    expect(await connection.call('handoff', target)).toEqual({
      text: `${ALLOWED} says: How is the weather?`,
      isError: false,
    });
  });

  it('makes ten handoffs at once and mixes none up', async () => {
    const messages = Array.from({ length: 10 }, (_, index) => `message ${index}`);
    const told = await Promise.all(
      messages.map((message) => connection.call('handoff', { ...target, message })),
    );
    expect(told.map(({ text }) => text)).toEqual(
      messages.map((message) => `${ALLOWED} says: ${message}`),
    );
  });

  it('does not ask the client to call an address that is not allowed', async () => {
    const asked: string[] = [];
    answer = async ({ agentUri }) => {
      asked.push(agentUri);
      return 'called';
    };
    const { text, isError } = await connection.call('handoff', {
      ...target,
      agent_uri: 'http://agents.example.evil/weather',
    });
    expect(isError).toBe(true);
    expect(text).toMatch(/not allowed: allowed are http:\/\/agents\.example\/weather/);
    expect(asked).toEqual([]);
  });

  it('aborts the callback when the call is canceled', async () => {
    const aborted = Promise.withResolvers<boolean>();
    const canceling = new AbortController();
    answer = async ({ message }, signal) => {
      // The first request that SDK 1 is asked has id 0, and that id it never cancels.
      if (message === 'first') return 'answered';
      const ended = Promise.withResolvers<string>();
      signal.addEventListener('abort', () => {
        aborted.resolve(signal.aborted);
        ended.reject(signal.reason);
      });
      canceling.abort(new Error('enough'));
      return ended.promise;
    };
    await connection.call('handoff', { ...target, message: 'first' });
    const { signal } = canceling;
    await expect(connection.call('handoff', target, { signal })).rejects.toThrow('enough');
    expect(await aborted.promise).toBe(true);
  });
});

describe('a handoff that fails at our client', () => {
  it.each(['ours over HTTP', 'ours over stdio'])('tells the model why, over %s', async (name) => {
    const way = WAYS.find((candidate) => candidate.name === name);
    const connection = await open(
      way?.connect(url, () => Promise.reject(new Error('connect ECONNREFUSED'))) ??
        Promise.reject(new Error(name)),
    );
    expect(await connection.call('handoff', target)).toEqual({
      text: `handoff to ${ALLOWED} failed: connect ECONNREFUSED`,
      isError: true,
    });
  });

  it('tells the model the same of a client of the 2025 revision that throws', async () => {
    const connection = await open(
      v2(http(url), 'legacy', () => Promise.reject(new Error('connect ECONNREFUSED'))),
    );
    const { text, isError } = await connection.call('handoff', target);
    expect(isError).toBe(true);
    expect(text).toMatch(/^handoff to .* failed: .*connect ECONNREFUSED/);
  });
});

describe('in the same process', () => {
  it('works like over a socket', async () => {
    const connection = await open(ours({ handler }, agent));
    expect(await connection.toolNames()).toEqual(['add', 'handoff']);
    expect((await connection.call('add', { a: 1, b: 1 })).text).toBe('{"sum":2}');
    expect((await connection.call('handoff', target)).text).toMatch(/says: How is/);
  });
});

describe('a client that cannot make handoffs', () => {
  const lacking = [
    { name: 'ours', connect: () => ours({ url }) },
    { name: 'SDK 2 without sampling', connect: () => v2(http(url), 'auto') },
    { name: 'SDK 2 of 2025 without sampling', connect: () => v2(http(url), 'legacy') },
    {
      name: 'an editor that samples its own model',
      connect: () => v2(http(url), 'auto', async () => 'I am the model', { sampling: {} }),
    },
  ];

  it.each(lacking)('is told what to do: $name', async ({ connect }) => {
    const connection = await open(connect());
    const { text, isError } = await connection.call('handoff', target);
    expect(isError).toBe(true);
    expect(text).toMatch(/not possible here: connect with a client that offers sampling/);
  });

  it.each(lacking)('has the server call the agent where it can: $name', async ({ connect }) => {
    await serve({ callAgent: callFromServer });
    const connection = await open(connect());
    expect((await connection.call('handoff', target)).text).toBe(
      `server called ${ALLOWED} with How is the weather?`,
    );
    expect(await connection.call('handoff', { ...target, message: 'unreachable' })).toEqual({
      text: `handoff to ${ALLOWED} failed: connect ECONNREFUSED`,
      isError: true,
    });
  });
});
