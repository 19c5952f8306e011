import { afterEach, expect, it } from 'vitest';
import { a2aAgent } from '../a2a/index.ts';
import { createClient } from '../client/index.ts';
import type { NumberedEvent } from '../core/index.ts';
import { agentBuiltinEcho } from '../model/index.ts';
import { spansOf, type Span } from '../trace/index.ts';
import type { Agent } from './agent.ts';
import { agentOf, relay } from './agents.fixture.ts';
import type { Serving } from './serve.ts';

const running: { close(graceMs?: number): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close(0)));
});

async function started(agent: Agent): Promise<Serving> {
  const serving = await agent.start({ port: 0, database: ':memory:' });
  running.push(serving);
  return serving;
}

/** The spans of the only task of a server. */
async function traceOf({ runner }: Serving): Promise<Span[]> {
  const { tasks } = await runner.list({ principal: '', pageSize: 10 });
  expect(tasks).toHaveLength(1);
  const events: NumberedEvent[] = [];
  for await (const update of runner.updates(tasks[0]?.id ?? '', 0, new AbortController().signal)) {
    if (update.kind === 'event') events.push(update.event);
  }
  return spansOf(events);
}

it('is one trace when an agent hands on to an agent that hands on', async () => {
  const last = await started(agentOf('last', agentBuiltinEcho));
  const hands = (to: Serving) => ({ model: relay(() => to.url), toolSite: 'server' as const });
  const { model, ...site } = hands(last);
  const middle = await started(agentOf('middle', model, site));
  const front = await started(agentOf('front', hands(middle).model, site));
  const client = createClient();
  running.push(client);
  expect((await client.ask(front.url, 'hello')).text).toBe('relayed: relayed: Echo: hello');

  const traces = [await traceOf(front), await traceOf(middle), await traceOf(last)];
  const spans = traces.flat();
  expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
  expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(spans.length);
  expect(traces.map(([turn]) => turn?.name)).toEqual([
    'invoke_agent front',
    'invoke_agent middle',
    'invoke_agent last',
  ]);
  const [above, between, below] = traces;
  const callOf = (trace: readonly Span[] = []) =>
    trace.find(({ name }) => name === 'execute_tool handoff')?.spanId;
  expect(above?.[0]?.parentSpanId).toBeUndefined();
  expect(between?.[0]?.parentSpanId).toBe(callOf(above));
  expect(below?.[0]?.parentSpanId).toBe(callOf(between));
});

it('has the task of an agent behind A2A below the call of it as a model', async () => {
  const last = await started(agentOf('last', agentBuiltinEcho));
  const front = await started(agentOf('front', a2aAgent(last.url)));
  const client = createClient();
  running.push(client);
  expect((await client.ask(front.url, 'hello')).text).toContain('hello');
  const above = await traceOf(front);
  const [turn] = await traceOf(last);
  const chat = above.find(({ name }) => name === 'chat');
  expect(turn).toMatchObject({ traceId: chat?.traceId, parentSpanId: chat?.spanId });
});
