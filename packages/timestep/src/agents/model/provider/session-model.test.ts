import { expect, it, onTestFinished } from 'vitest';
import { getFinalAnswer, type JsonObject, type SessionEvent, type Task } from '#core';
import { functionEnvironment } from '#engine/tools';
import type { AgentFn } from '#engine/port';
import { openMemory, withSessions } from '#engine/runner';
import { createManualClock } from '#testing';
import { createAgent } from './create-agent.ts';
import { createChatCompletion, sendJson, startWireServer } from './wire.fixture.ts';

const KEY = { principal: 'p', id: 'c1' };
const OPENED: SessionEvent = {
  type: 'session.opened',
  sessionId: 'c1',
  principal: 'p',
  agent: 'a',
};
const NEVER = new AbortController().signal;

/** A session with an agent whose tool `change` sets the model of the session to `second`. */
function session(agent: AgentFn) {
  const clock = createManualClock(1000);
  const environment = functionEnvironment({ change: () => setModel('local/second') });
  const limits = { max_steps: 10, time_limit_s: 60 };
  const served = { name: 'a', agent, limits, environment: () => environment } as const;
  const backend = openMemory({ agents: [{ ...served, toolSite: 'server' }], clock });
  const runner = withSessions(backend.runner, { sessions: backend.sessions, clock });
  let generation = 0;
  async function append(...events: readonly SessionEvent[]): Promise<string> {
    await backend.sessions.append(KEY, generation, events, clock.now());
    generation += events.length;
    return 'changed';
  }
  function setModel(model: string | null): Promise<string> {
    return append({ type: 'session.set', settings: { model } });
  }
  async function turn(content: string): Promise<Task> {
    clock.advance(1);
    const message = { role: 'user', content } as const;
    const from = { agent: 'a', principal: 'p', contextId: 'c1' };
    const { id } = await runner.submit({ ...from, messageId: content, message });
    return runner.waitUntilSettled(id, NEVER);
  }
  return { append, setModel, turn };
}

/** Calls `change` where it is asked to; else says which model it is. */
async function serveModels() {
  const server = await startWireServer(({ body }, response) => {
    const messages = body['messages'] as readonly JsonObject[];
    const asksForChange = messages.at(-1)?.['content'] === 'change';
    sendJson(
      response,
      asksForChange ? callOfChange : createChatCompletion(`I am ${JSON.stringify(body['model'])}`),
    );
  });
  onTestFinished(() => server.close());
  return server;
}

const callOfChange = {
  ...createChatCompletion(''),
  choices: [
    {
      index: 0,
      message: {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: 'call_1', type: 'function', function: { name: 'change', arguments: '{}' } },
        ],
      },
      finish_reason: 'tool_calls',
    },
  ],
};

it('asks the model of the session from the next turn on; a turn that runs keeps its own', async () => {
  const server = await serveModels();
  const env = { OPENAI_COMPATIBLE_BASE_URL: `${server.url}/v1` };
  const { append, setModel, turn } = session(
    createAgent({ model: 'local/first', env, stream: false }),
  );
  await append(OPENED);
  const changing = await turn('change');
  expect([changing.state, getFinalAnswer(changing)]).toEqual(['completed', 'I am "first"']);
  expect(getFinalAnswer(await turn('who?'))).toBe('I am "second"');
  await setModel(null);
  expect(getFinalAnswer(await turn('who now?'))).toBe('I am "first"');
  const models = server.requests.map(({ body }) => body['model']);
  expect(models).toEqual(['first', 'first', 'second', 'first']);
});

it('keeps a key and an address for models of the same provider', async () => {
  const [own, other] = [await serveModels(), await serveModels()];
  const env = { LMSTUDIO_BASE_URL: `${other.url}/v1` };
  const given = { apiKey: 'sk-own', baseUrl: `${own.url}/v1`, env, stream: false };
  const { append, setModel, turn } = session(createAgent({ model: 'openai/first', ...given }));
  await append(OPENED);
  await setModel('openai/second');
  expect(getFinalAnswer(await turn('who?'))).toBe('I am "second"');
  await setModel('lmstudio/third');
  expect(getFinalAnswer(await turn('who now?'))).toBe('I am "third"');
  expect([own.requests.length, other.requests.length]).toEqual([1, 1]);
  expect(own.requests[0]?.headers.authorization).toBe('Bearer sk-own');
  expect(other.requests[0]?.headers.authorization).toBeUndefined();
});

it.each([
  ['nobody/x', 'unknown-provider', 'unknown provider "nobody" in "nobody/x": use one of'],
  ['anthropic/claude', 'missing-key', 'anthropic needs a key: set ANTHROPIC_API_KEY'],
])('fails a turn that names %s, and says why', async (model, code, sentence) => {
  const server = await serveModels();
  const env = { OPENAI_COMPATIBLE_BASE_URL: `${server.url}/v1` };
  const { append, setModel, turn } = session(
    createAgent({ model: 'local/first', env, stream: false }),
  );
  await append(OPENED);
  await setModel(model);
  const failed = await turn('who?');
  const message: unknown = expect.stringContaining(sentence);
  expect(failed).toMatchObject({ state: 'failed', end: { error: { code, message } } });
  await setModel(null);
  expect(getFinalAnswer(await turn('who now?'))).toBe('I am "first"');
});
