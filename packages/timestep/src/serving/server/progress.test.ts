import { afterEach, expect, it } from 'vitest';
import { scriptedAgent } from '#agents/model';
import { openMemory } from '#engine/runner';
import { Agent, Environment, serve, type Serving } from './index.ts';

const REPORTS = 1000;

let serving: Serving;
afterEach(() => serving.close(0));

/** Serves an agent whose tool reports its progress a thousand times, and then waits for its readers. */
async function open(): Promise<void> {
  const environment = new Environment({ environmentId: 'archive', agentId: 'guide' });
  environment.tool('search', { description: 'Searches.' }, async (_, { emit }) => {
    for (let count = 1; count <= REPORTS; count += 1) {
      emit?.({ type: 'progress', text: `${count} of ${REPORTS}` });
    }
    await new Promise((resolve) => setTimeout(resolve, 400));
    return 'found';
  });
  const model = scriptedAgent((messages) => {
    if (messages.at(-1)?.role === 'tool') return 'Found.';
    const called = { name: 'search', arguments: '{}' };
    const call = { id: 'c1', type: 'function', function: called } as const;
    return { role: 'assistant', content: null, tool_calls: [call] };
  });
  serving = await serve({
    agents: [
      new Agent({ agentId: 'guide', name: 'Guide', toolSite: 'server', environment, model }),
    ],
    port: 0,
    backend: (needs) => openMemory(needs),
    protocols: ['a2a', 'agui', 'responses'],
  });
}

/** Sends a request and returns the data of the events that the response streams. */
async function stream(path: string, body: object, headers: object = {}): Promise<string[]> {
  const response = await serving.fetch(
    new Request(`${serving.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream', ...headers },
      body: JSON.stringify(body),
    }),
  );
  const text = await response.text();
  return text
    .split('\n')
    .flatMap((line) => (line.startsWith('data:') ? [line.slice(5).trim()] : []));
}

const A2A_MESSAGE = { messageId: 'm1', role: 'ROLE_USER', parts: [{ text: 'Search' }] };

const STREAMS: Readonly<Record<string, () => Promise<string[]>>> = {
  'A2A 1.0': () =>
    stream(
      '/agents/guide',
      { jsonrpc: '2.0', id: 1, method: 'SendStreamingMessage', params: { message: A2A_MESSAGE } },
      { 'a2a-version': '1.0' },
    ),
  'A2A 0.3': () =>
    stream('/agents/guide', {
      jsonrpc: '2.0',
      id: 1,
      method: 'message/stream',
      params: {
        message: {
          kind: 'message',
          messageId: 'm1',
          role: 'user',
          parts: [{ kind: 'text', text: 'Search' }],
        },
      },
    }),
  'AG-UI': () =>
    stream('/agents/guide/agui', {
      threadId: 't1',
      runId: 'r1',
      state: {},
      messages: [{ id: 'm1', role: 'user', content: 'Search' }],
      tools: [],
      context: [],
      forwardedProps: {},
    }),
  Responses: () => stream('/v1/responses', { model: 'guide', input: 'Search', stream: true }),
};

it.each(Object.keys(STREAMS))(
  'passes the progress of tools on over %s, and not all of it',
  async (name) => {
    await open();
    const events = (await STREAMS[name]?.()) ?? [];
    const shown = events.filter((event) => event.includes(` of ${REPORTS}`));
    expect(shown[0]).toContain(`1 of ${REPORTS}`);
    expect(shown.at(-1)).toContain(`${REPORTS} of ${REPORTS}`);
    expect(shown.length).toBeLessThan(10);
    expect(events.join('\n')).toContain('Found.');
    const { tasks } = await serving.runner.list({ agent: 'guide', principal: '', pageSize: 1 });
    expect(tasks[0]?.generation).toBeLessThan(15);
    expect(JSON.stringify(tasks[0])).not.toContain(` of ${REPORTS}`);
  },
);
