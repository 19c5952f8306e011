import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { NumberedEvent } from '#core';
import type { ViewItem } from './view-item.ts';
import { getActivity, EMPTY_VIEW, listViewItems, listOpenApprovals } from './view-state.ts';
import {
  FINISHED,
  createCallDelta,
  createReply,
  createUserMessage,
  createModelStarted,
  createReasoningDelta,
  createUpdates,
  buildView,
  createTextDelta,
  type FixtureEvent,
} from './view.fixture.ts';
import { applyUpdate, type ViewUpdate } from './view.ts';

function items(...happenings: readonly FixtureEvent[]): readonly ViewItem[] {
  return listViewItems(buildView(createUpdates('t1', happenings)));
}

const ASKED = [
  createUserMessage('look'),
  createModelStarted(1),
  createReply(1, 'I look.', [
    ['c1', 'look', '{"at":"sky"}'],
    ['c2', 'look', '{"at":"sea"}'],
  ]),
] as const;

it('shows a result with the app of its tool', () => {
  const app = { server: 'sky', tool: 'look', uri: 'ui://sky/map', data: { color: 'blue' } };
  const returned = { type: 'tool.returned', callId: 'c1', content: 'blue', app } as const;
  const calls = items(...ASKED, returned).filter(({ kind }) => kind === 'call');
  expect(calls[0]).toMatchObject({ callId: 'c1', result: 'blue', app });
  expect(calls[1]).not.toHaveProperty('app');
});

describe('a reply', () => {
  it('grows by its pieces', () => {
    expect(
      items(
        createUserMessage('hi'),
        createModelStarted(1),
        createTextDelta('hel'),
        createTextDelta('lo'),
      ),
    ).toMatchObject([
      { kind: 'user', text: 'hi', isSteering: false },
      { kind: 'assistant', text: 'hello', state: 'streaming' },
    ]);
  });

  it('is what was replied, whatever was streamed', () => {
    const streamed = items(
      createUserMessage('hi'),
      createModelStarted(1),
      createTextDelta('hel'),
      createReply(1, 'hello'),
    );
    expect(streamed).toEqual(
      items(createUserMessage('hi'), createModelStarted(1), createReply(1, 'hello')),
    );
    expect(streamed.at(-1)).toMatchObject({ text: 'hello', state: 'done' });
  });

  it('replaces text that starts over', () => {
    const restart = { type: 'text', text: 'two', restarts: true } as const;
    const seen = items(
      createUserMessage('hi'),
      createModelStarted(1),
      createTextDelta('one'),
      { type: 'delta', delta: restart },
      createTextDelta(' three'),
    );
    expect(seen).toMatchObject([{}, { text: 'two three', state: 'streaming' }]);
  });

  it('is superseded when its attempt is lost', () => {
    const lost = { type: 'model.lost', step: 1, attempt: 1 } as const;
    const seen = items(
      createUserMessage('hi'),
      createModelStarted(1),
      createTextDelta('one'),
      lost,
      createModelStarted(1, 2),
      createTextDelta('two'),
    );
    expect(seen).toMatchObject([
      {},
      { text: 'one', state: 'superseded', attempt: 1 },
      { text: 'two', state: 'streaming', attempt: 2 },
    ]);
  });

  it('takes no piece of an attempt that is over', () => {
    const late: ViewUpdate = {
      kind: 'delta',
      taskId: 't1',
      step: 1,
      attempt: 1,
      delta: { type: 'text', text: 'late' },
    };
    const view = buildView(
      createUpdates('t1', [createUserMessage('hi'), createModelStarted(1, 2)]),
    );
    expect(applyUpdate(view, late)).toBe(view);
    expect(applyUpdate(EMPTY_VIEW, late)).toBe(EMPTY_VIEW);
  });

  it('is cut off by the end of the turn', () => {
    const canceled = { type: 'task.finished', state: 'canceled', reason: 'canceled' } as const;
    const seen = items(
      createUserMessage('hi'),
      createModelStarted(1),
      createTextDelta('hel'),
      canceled,
    );
    expect(seen.slice(1)).toMatchObject([
      { text: 'hel', state: 'cut' },
      { kind: 'end', state: 'canceled' },
    ]);
  });

  it('has its thoughts before its words, and each thought ends where words begin', () => {
    const seen = items(
      createUserMessage('hi'),
      createModelStarted(1),
      createReasoningDelta('hm'),
      createReasoningDelta('m'),
      createTextDelta('a'),
    );
    expect(seen.slice(1)).toMatchObject([
      { kind: 'reasoning', text: 'hmm', state: 'done' },
      { kind: 'assistant', text: 'a' },
    ]);
    const again = items(
      createUserMessage('hi'),
      createModelStarted(1),
      createReasoningDelta('1'),
      createTextDelta('a'),
      createReasoningDelta('2'),
    );
    expect(again.slice(1).map(({ kind }) => kind)).toEqual(['reasoning', 'assistant', 'reasoning']);
    expect(new Set(again.map(({ id }) => id)).size).toBe(4);
  });

  it('has the pictures that a tool gave', () => {
    const picture = {
      type: 'image_url',
      image_url: { url: 'data:image/png;base64,aGk=' },
    } as const;
    const seen = items(
      createUserMessage('draw'),
      createModelStarted(1),
      createReply(1, null, [['c1', 'draw', '{}']]),
      { type: 'tool.started', callId: 'c1', attempt: 1 },
      { type: 'tool.returned', callId: 'c1', content: '[image]', attachments: [picture] },
    );
    expect(seen.at(-1)).toMatchObject({
      kind: 'call',
      state: 'done',
      files: [{ name: 'image', mediaType: 'image/png', url: 'data:image/png;base64,aGk=' }],
    });
  });

  it('has the thoughts of the log where nobody read the stream, and else the streamed ones once', () => {
    const message = { role: 'assistant', content: 'a', reasoning: 'hmm' } as const;
    const reply = { type: 'model.replied', step: 1, attempt: 1, message } as const;
    const begun = [createUserMessage('hi'), createModelStarted(1)];
    const thoughts = [
      { kind: 'reasoning', text: 'hmm', state: 'done' },
      { kind: 'assistant', text: 'a' },
    ];
    expect(items(...begun, reply).slice(1)).toMatchObject(thoughts);
    const streamed = items(...begun, createReasoningDelta('hmm'), reply);
    expect(streamed.slice(1)).toMatchObject(thoughts);
  });
});

describe('a call', () => {
  it('is written, planned, run and done', () => {
    const states = (...more: readonly FixtureEvent[]) =>
      items(createUserMessage('hi'), createModelStarted(1), ...more).flatMap((item) =>
        item.kind === 'call'
          ? [`${item.name} ${item.arguments} ${item.state} ${item.attempt}`]
          : [],
      );
    const pieces = [
      createCallDelta(0, 'c1', 'look', '{"at":'),
      createCallDelta(0, 'c1', 'look', '"sky"}'),
    ];
    const reply = createReply(1, null, [['c1', 'look', '{"at":"sky"}']]);
    const running = { type: 'tool.started', callId: 'c1', attempt: 1, replay: 'safe' } as const;
    const cut = { type: 'tool.interrupted', callId: 'c1' } as const;
    const done = { type: 'tool.returned', callId: 'c1', content: 'blue' } as const;
    expect(states(...pieces)).toEqual(['look {"at":"sky"} writing 0']);
    expect(states(...pieces, reply)).toEqual(['look {"at":"sky"} planned 0']);
    expect(states(reply, running)).toEqual(['look {"at":"sky"} running 1']);
    expect(states(reply, running, cut)).toEqual(['look {"at":"sky"} planned 1']);
    expect(states(reply, { ...running, replay: 'never' }, cut)).toEqual([
      'look {"at":"sky"} failed 1',
    ]);
    expect(states(reply, running, done)).toEqual(['look {"at":"sky"} done 1']);
  });

  it('shows its result or its failure, in the order of the calls', () => {
    const error = { code: 'tool_failed', message: 'no sea' };
    const seen = items(
      ...ASKED,
      { type: 'tool.started', callId: 'c1', attempt: 1 },
      { type: 'tool.started', callId: 'c2', attempt: 1 },
      { type: 'tool.failed', callId: 'c2', error },
      { type: 'tool.returned', callId: 'c1', content: 'blue' },
    );
    expect(seen.slice(2)).toMatchObject([
      { callId: 'c1', state: 'done', result: 'blue' },
      { callId: 'c2', state: 'failed', failure: error },
    ]);
  });

  it('gets its result from a client, or is stopped where the client answers in words', () => {
    const results = [
      { callId: 'c1', output: 'blue' },
      { callId: 'c2', output: 'no sea', isError: true },
    ];
    const answered = items(...ASKED, { type: 'results.received', messageId: 'm2', results });
    expect(answered.slice(2)).toMatchObject([
      { state: 'done', result: 'blue' },
      { state: 'failed', failure: { message: 'no sea' } },
    ]);
    const declined = items(...ASKED, { type: 'calls.declined', messageId: 'm2' });
    expect(declined.slice(2)).toMatchObject([{ state: 'stopped' }, { state: 'stopped' }]);
  });
});

describe('an approval', () => {
  const BOTH = [
    ...ASKED,
    { type: 'approval.requested', callId: 'c1' },
    { type: 'approval.requested', callId: 'c2' },
  ] as const;

  it('has the arguments, and says which of how many it is', () => {
    const view = buildView(createUpdates('t1', BOTH));
    expect(listOpenApprovals(view)).toMatchObject([
      { callId: 'c1', arguments: '{"at":"sky"}', number: 1, total: 2 },
      { callId: 'c2', arguments: '{"at":"sea"}', number: 2, total: 2 },
    ]);
    expect(getActivity(view)).toBe('waiting');
  });

  it('is decided, and its call goes on or fails', () => {
    const decision = { type: 'approval.decided', messageId: 'm2' } as const;
    const view = buildView(
      createUpdates('t1', [
        ...BOTH,
        { ...decision, callId: 'c1', approved: true },
        { ...decision, callId: 'c2', approved: false, reason: 'too wet' },
      ]),
    );
    expect(listViewItems(view).slice(2)).toMatchObject([
      { callId: 'c1', state: 'planned' },
      { callId: 'c2', state: 'failed', failure: { code: 'denied', message: 'too wet' } },
      { kind: 'approval', state: 'approved' },
      { kind: 'approval', state: 'denied', reason: 'too wet' },
    ]);
    expect(getActivity(view)).toBe('working');
  });

  it('is withdrawn with its turn', () => {
    const view = buildView(
      createUpdates('t1', [
        ...BOTH,
        { type: 'cancel.requested' },
        { type: 'task.finished', state: 'canceled', reason: 'canceled' },
      ]),
    );
    expect(listOpenApprovals(view)).toEqual([]);
    expect(view.open).toEqual([]);
    expect(getActivity(view)).toBe('idle');
  });
});

describe('a turn', () => {
  it('ends with its tokens, cost and time, and adds to those of the conversation', () => {
    const turn = [
      createUserMessage('hi'),
      createModelStarted(1),
      createReply(1, 'hello'),
      FINISHED,
    ];
    const first = buildView(createUpdates('t1', turn));
    const view = buildView(createUpdates('t2', turn), first);
    expect(listViewItems(view).at(-1)).toMatchObject({
      kind: 'end',
      usage: { total_tokens: 3 },
      costUsd: 0.5,
      durationMs: 4000,
    });
    expect(view).toMatchObject({ usage: { total_tokens: 6 }, costUsd: 1 });
    expect(listViewItems(view)).toHaveLength(6);
  });

  it('does not know its cost once an attempt was lost', () => {
    const lost = { type: 'model.lost', step: 1, attempt: 1 } as const;
    const seen = items(
      createUserMessage('hi'),
      createModelStarted(1),
      lost,
      createModelStarted(1, 2),
      createReply(1, 'a', [], 2),
      FINISHED,
    );
    expect(seen.at(-1)).toMatchObject({ kind: 'end', costUsd: null });
  });

  it('says what failed and what can be done', () => {
    const error = { code: 'rate-limited', message: 'openai rate limit exceeded (429)' };
    const failing = { type: 'model.failed', step: 1, attempt: 1, error } as const;
    const end = { type: 'task.finished', state: 'failed', reason: 'error', error } as const;
    expect(
      items(
        createUserMessage('hi'),
        createModelStarted(1),
        createTextDelta('he'),
        failing,
        end,
      ).slice(1),
    ).toMatchObject([
      { text: 'he', state: 'cut' },
      { about: 'failure', text: error.message, advice: expect.stringContaining('Wait a minute') },
      { kind: 'end', state: 'failed' },
    ]);
  });

  it('says why a task waits for its model, and until when', () => {
    const error = { code: 'overloaded', message: 'openai is overloaded (503)' };
    const failing = { type: 'model.failed', step: 1, attempt: 1, error, retryAt: 60_000 } as const;
    const seen = items(
      createUserMessage('hi'),
      createModelStarted(1),
      createTextDelta('he'),
      failing,
    );
    expect(seen.slice(1)).toMatchObject([
      { text: 'he', state: 'cut' },
      { about: 'wait', text: expect.stringMatching(/overloaded \(503\).*1970-01-01T00:01/) },
    ]);
  });

  it('says what is left out of a request that was refused', () => {
    const error = { code: 'bad-request', message: 'no such image' };
    const without = [{ kind: 'message', index: 0, part: 1 }] as const;
    const refused = { type: 'model.refused', step: 1, attempt: 1, error, without } as const;
    const seen = items(createUserMessage('hi'), createModelStarted(1), refused);
    expect(seen.slice(1)).toMatchObject([
      { about: 'refusal', text: 'no such image; the model is asked again without one part' },
    ]);
  });

  it('says that its process was lost, and that a limit is reached', () => {
    const seen = items(
      createUserMessage('hi'),
      createModelStarted(1),
      { type: 'task.resumed', afterCrash: true },
      { type: 'limit.reached', limit: 'max_steps' },
    );
    expect(seen.slice(1)).toMatchObject([
      { about: 'resumed', text: expect.stringContaining('has crashed or stopped') },
      { about: 'limit' },
    ]);
  });

  it('asks about a parked task, with choices, and shows the answer', () => {
    const question = { text: 'Go on or cancel?', options: ['go on', 'cancel'] };
    const asking = [
      createUserMessage('hi'),
      createModelStarted(1),
      { type: 'task.parked', question },
    ] as const;
    expect(items(...asking).at(-1)).toMatchObject({
      kind: 'question',
      text: 'Go on or cancel?',
      choices: ['go on', 'cancel'],
      state: 'waiting',
    });
    const seen = items(...asking, { type: 'task.resumed', messageId: 'm2' });
    expect(seen.at(-1)).toMatchObject({ kind: 'question', state: 'answered', answer: 'go on' });
  });

  it('marks what is said while it works', () => {
    const seen = items(
      createUserMessage('hi'),
      createModelStarted(1),
      createUserMessage('quickly', 'm2'),
    );
    expect(seen).toMatchObject([{ isSteering: false }, { text: 'quickly', isSteering: true }]);
  });

  it('shows each event once, however often a reader begins again', () => {
    const updates = createUpdates('t1', [
      createUserMessage('hi'),
      createModelStarted(1),
      ...ASKED.slice(2),
    ]);
    const view = buildView(updates);
    for (const [at] of updates.entries()) expect(buildView(updates.slice(at), view)).toBe(view);
  });

  it('begins with the transcript that it continues where the view knows nothing earlier', () => {
    const history = [{ role: 'assistant', content: 'earlier' } as const];
    const first = buildView(createUpdates('t1', [createUserMessage('hi')], history));
    expect(listViewItems(first)).toMatchObject([{ text: 'earlier' }, { text: 'hi' }]);
    const second = buildView(createUpdates('t2', [createUserMessage('again')], history), first);
    expect(listViewItems(second)).toHaveLength(3);
  });
});

it('shows a notice about the conversation', () => {
  const notice = { about: 'compaction', text: '12 turns are summed up.' } as const;
  const view = applyUpdate(EMPTY_VIEW, { kind: 'notice', id: 'n1', notice });
  expect(listViewItems(view)).toEqual([{ kind: 'notice', id: 'n1', taskId: '', ...notice }]);
});

it('shares what did not change, however long the conversation is', () => {
  const turn = [createUserMessage('hi'), createModelStarted(1), createReply(1, 'hello'), FINISHED];
  let view = EMPTY_VIEW;
  for (let n = 0; n < 500; n += 1) view = buildView(createUpdates(`t${n}`, turn), view);
  expect(view.open).toEqual([]);
  const before = buildView(
    createUpdates('last', [createUserMessage('hi'), createModelStarted(1), createTextDelta('a')]),
    view,
  );
  const after = buildView(createUpdates('last', []).slice(1), before);
  expect(after).toBe(before);
  const [delta] = createUpdates('last', [createModelStarted(1), createTextDelta('b')]).slice(-1);
  const grown = applyUpdate(
    before,
    delta ?? { kind: 'notice', id: '', notice: { about: 'limit', text: '' } },
  );
  expect(grown.settled).toBe(before.settled);
  expect(grown.settled?.before?.before).toBe(view.settled?.before);
  expect(grown.open).toHaveLength(1);
});

describe('logs as releases have written them', () => {
  const folder = new URL('../../core/golden/', import.meta.url);
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));

  it.each(names)('%s', (name) => {
    const { events } = JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as {
      readonly events: readonly NumberedEvent[];
    };
    const [first] = events;
    const taskId = first?.type === 'task.submitted' ? first.taskId : '';
    const view = buildView(events.map((event) => ({ kind: 'event', taskId, event })));
    const isOver = events.at(-1)?.type === 'task.finished';
    expect(view.open.length === 0).toBe(isOver);
    const ids = listViewItems(view).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(0);
  });
});

describe('a streamed artifact', () => {
  function createArtifactDelta(text: string, index: number): FixtureEvent {
    const artifact = { artifact_id: 'a', parts: [{ type: 'text', text } as const] };
    return { type: 'delta', delta: { type: 'artifact', artifact, append: index > 0, index } };
  }

  it('grows by its chunks, but not after a missing one', () => {
    const chunks = [0, 1, 2, 4].map((index) => createArtifactDelta(`${index}`, index));
    expect(items(createUserMessage('draw'), createModelStarted(1), ...chunks).at(-1)).toMatchObject(
      { kind: 'artifact', text: '012', chunks: 3, isComplete: false },
    );
  });
});
