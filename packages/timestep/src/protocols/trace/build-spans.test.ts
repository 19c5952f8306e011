import { describe, expect, it } from 'vitest';
import {
  foldTask,
  buildRecoveryEvents,
  type RunnerExit,
  type JsonObject,
  type NumberedEvent,
  type TaskEvent,
} from '#core';
import { ATTRIBUTE } from './conventions.ts';
import { GOLDEN, loadGoldenLog, loadGoldenTrace } from './golden.fixture.ts';
import { createModelCall, createToolCalls, createLog, createUserMessage } from './log.fixture.ts';
import { getTraceId, createTraceparent } from './span-ids.ts';
import type { Span } from './span.ts';
import { buildSpans } from './build-spans.ts';

describe('golden traces', () => {
  it.each(GOLDEN)('%s', (name) => {
    expect(buildSpans(loadGoldenLog(name))).toEqual(loadGoldenTrace(name));
  });

  it.each(GOLDEN)('%s has every id once, and every parent', (name) => {
    const spans = buildSpans(loadGoldenLog(name));
    const ids = new Set(spans.map(({ spanId }) => spanId));
    expect(ids.size).toBe(spans.length);
    expect(
      spans.every(({ traceId, spanId }) =>
        /^[0-9a-f]{32} [0-9a-f]{16}$/.test(`${traceId} ${spanId}`),
      ),
    ).toBe(true);
    const below = spans.filter(({ parentSpanId }) => parentSpanId !== undefined);
    expect(below.every(({ parentSpanId = '' }) => ids.has(parentSpanId))).toBe(true);
    expect(below.length).toBe(spans.filter(({ name: one }) => !one.startsWith('invoke')).length);
  });

  it.each(GOLDEN)('%s: a span that has ended is the same in every longer log', (name) => {
    const log = loadGoldenLog(name);
    const whole = new Map(buildSpans(log).map((span) => [span.spanId, span]));
    for (const [length] of log.entries()) {
      const spans = buildSpans(log.slice(0, length + 1));
      const ended = spans.filter(({ endedAt }) => endedAt !== undefined);
      expect(ended).toEqual(ended.map(({ spanId }) => whole.get(spanId)));
      expect(spans.filter(({ spanId }) => !whole.has(spanId))).toEqual([]);
    }
    expect([...whole.values()].every(({ endedAt }) => endedAt !== undefined)).toBe(true);
  });

  it.each(GOLDEN)(
    '%s: a crash at any place adds lost attempts and changes nothing else',
    (name) => {
      const log = loadGoldenLog(name);
      const wanted = outlineOf(buildSpans(log));
      let crashes = 0;
      for (const [length] of log.entries()) {
        const crashed = crashedAfter(log, length + 1);
        if (!crashed) continue;
        crashes += 1;
        const spans = buildSpans(crashed);
        expect(outlineOf(spans)).toEqual(wanted);
        expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(spans.length);
        expect(spans.every(({ traceId }) => traceId === spans[0]?.traceId)).toBe(true);
      }
      expect(crashes).toBeGreaterThan(0);
    },
  );
});

const LOST: RunnerExit = { kind: 'lost' };

/**
 * The log with a process lost after so many events, and what was cut off made again; `undefined` where the
 * loss leaves no trace, or the tool may not be called again.
 */
function crashedAfter(
  log: readonly NumberedEvent[],
  length: number,
): readonly NumberedEvent[] | undefined {
  const task = foldTask(log.slice(0, length));
  if (!task) return undefined;
  const loss = buildRecoveryEvents(task, LOST);
  const cut = task.calls.filter(({ status }) => status === 'running');
  if (loss.length === 0 || cut.some(({ replay }) => replay === 'never')) return undefined;
  const rest = withLaterAttempts(
    log.slice(length),
    task.model === 'running',
    cut.map(({ call }) => call.id),
  );
  const again: TaskEvent[] = [
    { type: 'task.resumed' },
    ...(task.model === 'running'
      ? [{ type: 'model.started', step: task.steps + 1, attempt: task.attempt + 1 } as const]
      : []),
    ...cut.map(({ call, attempt, replay }): TaskEvent => {
      const known = replay && { replay };
      return { type: 'tool.started', callId: call.id, attempt: attempt + 1, ...known };
    }),
  ];
  const events = [
    ...log.slice(0, length),
    ...[...loss, ...again].map(atTimeOf(log, length)),
    ...rest,
  ];
  return events.map((event, index) => ({ ...event, generation: index + 1 }));
}

/** What follows a loss in the log: attempts of what was cut off count on from one more. */
function withLaterAttempts(
  rest: readonly NumberedEvent[],
  isModelCut: boolean,
  cut: readonly string[],
): readonly NumberedEvent[] {
  let model = isModelCut ? 1 : 0;
  const open = new Set(cut);
  return rest.map((event) => {
    if (event.type === 'model.started') return { ...event, attempt: event.attempt + model };
    const isWait = event.type === 'model.failed' && event.retryAt !== undefined;
    if (event.type === 'model.replied' || (event.type === 'model.failed' && !isWait)) model = 0;
    if (!('callId' in event) || !open.has(event.callId)) return event;
    if (event.type === 'tool.started') return { ...event, attempt: event.attempt + 1 };
    if (event.type !== 'tool.interrupted') open.delete(event.callId);
    return event;
  });
}

function atTimeOf(
  log: readonly NumberedEvent[],
  length: number,
): (event: TaskEvent) => NumberedEvent {
  const at = log[length - 1]?.at ?? 0;
  return (event) => ({ ...event, at, generation: 0 });
}

const OF_CRASHES: readonly string[] = [ATTRIBUTE.attempt, ATTRIBUTE.recovered];

/** What must not depend on crashes: no attempts, no times, and ids that hold attempts by their place only. */
function outlineOf(spans: readonly Span[]): unknown[] {
  const kept = spans.filter(({ error }) => error?.code !== 'process_lost');
  const outlines = kept.map(({ name, kind, attributes, events, parentSpanId, error, links }) => ({
    name,
    kind,
    parentSpanId,
    error,
    links,
    attributes: Object.entries(attributes).filter(([one]) => !OF_CRASHES.includes(one)),
    events: events
      .filter((event) => event.name !== 'timestep.task.resumed')
      .map((event) => [event.name, event.attributes]),
  }));
  // Attempts that are made again begin in the order in which they were lost.
  return outlines.map((one) => JSON.stringify(one)).toSorted();
}

const SECRET = 'CANARY-5e1f';

/** A log that has the secret wherever a person, a model or a tool may write one. */
const secretive = createLog(
  { metadata: { note: SECRET }, history: [{ role: 'user', content: SECRET }] },
  createUserMessage(`${SECRET} hello`),
  { type: 'prompt.loaded', content: SECRET },
  {
    type: 'context.selected',
    items: [{ kind: 'rule', name: 'polite', reason: 'agent', score: 2, text: SECRET }],
    note: SECRET,
  },
  { type: 'model.started', step: 1, attempt: 1 },
  {
    type: 'model.replied',
    step: 1,
    attempt: 1,
    message: {
      role: 'assistant',
      content: SECRET,
      ...createToolCalls('look', JSON.stringify({ at: SECRET }), 'a', 'b', 'c', 'd'),
      provider: { thought: SECRET },
    },
    judged: [{ callId: 'b', verdict: 'ask', reason: SECRET }],
    guarded: [{ guard: 'words', phase: 'after-model', action: 'allow', reason: SECRET }],
  },
  { type: 'approval.requested', callId: 'b', reason: SECRET },
  ...['a', 'c', 'd'].map((callId): TaskEvent => ({ type: 'tool.started', callId, attempt: 1 })),
  { type: 'tool.returned', callId: 'a', content: SECRET },
  { type: 'tool.failed', callId: 'c', error: { code: 'tool_error', message: SECRET } },
  { type: 'question.asked', callId: 'd', question: { text: SECRET } },
  {
    type: 'approval.decided',
    messageId: 'm2',
    callId: 'b',
    approved: false,
    reason: SECRET,
  },
  {
    type: 'question.answered',
    messageId: 'm3',
    callId: 'd',
    message: { role: 'user', content: SECRET },
  },
  { type: 'tool.started', callId: 'd', attempt: 1 },
  {
    type: 'call.suspended',
    callId: 'd',
    awaits: { task_id: 't2', state: { place: SECRET } },
  },
  {
    type: 'call.resumed',
    callId: 'd',
    outcome: {
      task_id: 't2',
      state: 'failed',
      text: SECRET,
      error: { code: 'error', message: SECRET },
    },
  },
  { type: 'tool.started', callId: 'd', attempt: 1 },
  { type: 'tool.returned', callId: 'd', content: SECRET },
  { type: 'model.started', step: 2, attempt: 1 },
  { type: 'model.failed', step: 2, attempt: 1, error: { code: 'error', message: SECRET } },
  {
    type: 'task.finished',
    state: 'failed',
    reason: 'error',
    error: { code: 'model-error', message: SECRET },
  },
);

describe('contents', () => {
  it('are in no span unless they are asked for', () => {
    const spans = buildSpans(secretive);
    expect(spans).toHaveLength(8);
    expect(JSON.stringify(spans)).not.toContain(SECRET);
    expect(JSON.stringify(buildSpans(secretive, { openInference: true }))).not.toContain(SECRET);
  });

  it('stand where the conventions have them', () => {
    const [turn, model, first, second] = buildSpans(secretive, { contents: true });
    const text = { type: 'text', content: `${SECRET} hello` };
    expect(JSON.parse(String(turn?.attributes['gen_ai.input.messages']))).toEqual([
      { role: 'user', parts: [text] },
    ]);
    expect(turn?.error).toEqual({ code: 'model-error', message: SECRET });
    expect(JSON.parse(String(model?.attributes['gen_ai.system_instructions']))).toEqual([
      { type: 'text', content: SECRET },
    ]);
    expect(JSON.parse(String(model?.attributes['gen_ai.output.messages']))).toMatchObject([
      {
        role: 'assistant',
        parts: [
          { type: 'text', content: SECRET },
          { type: 'tool_call', id: 'a', name: 'look', arguments: { at: SECRET } },
          { id: 'b' },
          { id: 'c' },
          { id: 'd' },
        ],
        finish_reason: 'tool_call',
      },
    ]);
    expect(first?.attributes).toMatchObject({
      'gen_ai.tool.call.arguments': JSON.stringify({ at: SECRET }),
      'gen_ai.tool.call.result': SECRET,
    });
    expect(second?.error).toEqual({ code: 'tool_error', message: SECRET });
  });
});

describe('traces of several processes', () => {
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

  it('begin with the span of the caller', () => {
    const log = createLog({ metadata: { traceparent } }, createUserMessage('hello'));
    expect(buildSpans(log)).toMatchObject([
      { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', parentSpanId: '00f067aa0ba902b7' },
    ]);
  });

  it.each([
    '00-00000000000000000000000000000000-00f067aa0ba902b7-01',
    '00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01',
    'ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    '00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01',
    '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more',
    '00-a-b-01',
    7,
  ])('are the own of the task where the caller sends %s', (traceparentOfCaller) => {
    const metadata: JsonObject = { traceparent: traceparentOfCaller };
    const [turn] = buildSpans(createLog({ metadata }, createUserMessage('hello')));
    expect(turn).toMatchObject({ traceId: getTraceId('t1', undefined) });
    expect(turn).not.toHaveProperty('parentSpanId');
  });

  it('have the task of a peer below the call that began it', () => {
    const log = createLog(
      {},
      createUserMessage('ask them'),
      ...createModelCall(1, createToolCalls('handoff', '{}', 'a')),
      {
        type: 'tool.started',
        callId: 'a',
        attempt: 1,
      },
    );
    const task = { id: 't1', metadata: {} };
    const sent = createTraceparent({ key: 't1:1:a', attempt: 1, task });
    const call = buildSpans(log).at(-1);
    const [peer] = buildSpans(
      createLog({ taskId: 't2', agent: 'peer', metadata: { traceparent: sent } }),
    );
    expect(call?.name).toBe('execute_tool handoff');
    expect(peer).toMatchObject({ traceId: call?.traceId, parentSpanId: call?.spanId });
    expect(peer?.spanId).not.toBe(call?.spanId);
  });

  it('link a later message to the request that brought it', () => {
    const log = createLog(
      {},
      createUserMessage('hello'),
      ...createModelCall(1, { content: 'where?', expects_reply: true }),
      createUserMessage('Rome', { traceparent }),
      ...createModelCall(2, { content: 'sunny' }),
      { type: 'task.finished', state: 'completed', reason: 'final_answer' },
    );
    const turns = buildSpans(log).filter(({ name }) => name.startsWith('invoke_agent'));
    expect(turns.map(({ startedAt, endedAt }) => [startedAt, endedAt])).toEqual([
      [1000, 4000],
      [5000, 8000],
    ]);
    expect(turns[0]?.links).toEqual([]);
    expect(turns[1]).toMatchObject({
      traceId: getTraceId('t1', undefined),
      links: [{ traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' }],
    });
  });
});

it('names models that a session chose, and the settings of replies', () => {
  const turn = { model: 'openai/gpt-5', include: [], exclude: [], permitted: [] };
  const settings = { temperature: 1, max_output_tokens: 100 };
  const usage = {
    prompt_tokens: 9,
    completion_tokens: 2,
    total_tokens: 11,
    prompt_tokens_details: { cached_tokens: 4 },
  };
  const log = createLog(
    { turn, settings },
    createUserMessage('hello'),
    ...createModelCall(1, { content: 'hi', usage, cost_usd: 1 }),
  );
  expect(buildSpans(log, { openInference: true })[1]).toMatchObject({
    name: 'chat gpt-5',
    kind: 'client',
    attributes: {
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'openai',
      'gen_ai.request.model': 'gpt-5',
      'gen_ai.request.temperature': 1,
      'gen_ai.request.max_tokens': 100,
      'gen_ai.usage.input_tokens': 9,
      'gen_ai.usage.output_tokens': 2,
      'gen_ai.usage.cache_read.input_tokens': 4,
      'gen_ai.response.finish_reasons': ['stop'],
      'timestep.cost_usd': 1,
      'openinference.span.kind': 'LLM',
    },
  });
});

it('lets models and peers write no long names', () => {
  const name = 'n'.repeat(100_000);
  const log = createLog(
    {},
    createUserMessage('hello'),
    ...createModelCall(1, createToolCalls(name, '{}', 'a')),
    {
      type: 'tool.started',
      callId: 'a',
      attempt: 1,
    },
  );
  expect(JSON.stringify(buildSpans(log)).length).toBeLessThan(5000);
});
