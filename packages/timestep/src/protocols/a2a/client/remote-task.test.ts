import { expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '#core';
import { createRemoteTaskView, isRemoteTaskSettled, type RemoteTaskUpdate } from './remote-task.ts';

const ids = { taskId: 't1', contextId: 'c1' };

it.each<[string, JsonObject, string]>([
  ['the status, where there is nothing else', { status: done('sunny') }, 'sunny'],
  [
    'the artifact, where the status has none',
    { status: done(), artifacts: [artifact('sunny')] },
    'sunny',
  ],
  [
    'the artifacts, where the status says something else',
    { status: done('Done!'), artifacts: [artifact('sunny'), artifact('warm', 'b')] },
    'sunny\nwarm',
  ],
  [
    'the status, where the newest artifact says the same',
    { status: done('sunny'), artifacts: [artifact('let me see'), artifact('sunny', 'b')] },
    'sunny',
  ],
  [
    'the last words of the agent, where there is nothing else',
    { status: done(), history: [said('one'), said('sunny'), said('and?', 'ROLE_USER')] },
    'sunny',
  ],
  [
    'data and files in words',
    {
      status: done(),
      artifacts: [
        { artifactId: 'a', parts: [{ text: 'see ' }, { data: { a: 1 } }] },
        { artifactId: 'b', parts: [{ url: 'https://x.example/a' }] },
        { artifactId: 'c', parts: [{ raw: 'aGk=', filename: 'a.png' }] },
      ],
    },
    'see {"a":1}\nhttps://x.example/a\n[file a.png]',
  ],
  [
    'the parts of a streamed artifact as one text',
    {
      status: done(),
      artifacts: [
        { artifactId: 'a', parts: [{ text: 'it ' }, { text: 'is ' }, { text: 'sunny' }] },
      ],
    },
    'it is sunny',
  ],
  ['nothing', { status: done() }, ''],
])('takes the answer from %s', (_name, task, text) => {
  const view = createRemoteTaskView();
  view.apply({ task: { id: 't1', contextId: 'c1', ...task } });
  expect(view.task).toEqual({
    id: 't1',
    contextId: 'c1',
    state: 'completed',
    text,
    toolCalls: [],
    approvals: [],
    questions: [],
    artifacts: expect.any(Array),
  });
});

it('tells what a waiting task asks, and which calls it waits for', () => {
  const parts = [
    { text: 'let me see' },
    { data: { tool_calls: [{ call_id: 'a', name: 'f', arguments: {} }] } },
  ];
  const view = createRemoteTaskView();
  view.apply({
    task: { id: 't1', status: { state: 'TASK_STATE_INPUT_REQUIRED', message: { parts } } },
  });
  expect(view.task).toEqual({
    id: 't1',
    contextId: undefined,
    state: 'input-required',
    text: 'let me see',
    toolCalls: [{ id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } }],
    approvals: [],
    questions: [],
    artifacts: [],
  });
});

it('takes a bare message for a task that is done', () => {
  const view = createRemoteTaskView();
  const [update] = view.apply({
    message: { messageId: 'm', contextId: 'c1', parts: [{ text: 'hi' }] },
  });
  expect(update).toEqual({ kind: 'task', task: view.task });
  expect(view.task).toMatchObject({ id: '', contextId: 'c1', state: 'completed', text: 'hi' });
});

it('follows a stream', () => {
  expect(
    taken(
      { task: { id: 't1', contextId: 'c1', status: { state: 'TASK_STATE_SUBMITTED' } } },
      { statusUpdate: { ...ids, status: { state: 'TASK_STATE_WORKING' } } },
      chunk('it is', false),
      chunk(' sunny', true),
      chunk('', true),
      { statusUpdate: { ...ids, status: done() } },
    ),
  ).toEqual(['submitted', 'working', '"it is"', '" sunny"', 'completed: it is sunny']);
});

it.each([
  ['input-required', 'INPUT_REQUIRED'],
  ['auth-required', 'AUTH_REQUIRED'],
] as const)('keeps what a task has made that is %s', (state, name) => {
  const taskWith = (message: JsonObject | undefined, artifacts: readonly JsonObject[]) => {
    const view = createRemoteTaskView();
    const status = { state: `TASK_STATE_${name}`, ...(message && { message }) };
    view.apply({ task: { ...ids, id: 't1', status, artifacts, history: [said('earlier words')] } });
    const { task } = view;
    return [task?.state, task?.text, task?.artifacts.map(({ artifact_id }) => artifact_id)];
  };
  const draft = artifact('Dear Ada', 'draft');
  const file = { artifactId: 'file', parts: [{ url: 'https://x.example/a' }] };
  expect(taskWith(undefined, [draft])).toEqual([state, 'Dear Ada', []]);
  expect(taskWith(said('Send it?'), [draft, file])).toEqual([state, 'Send it?', ['draft', 'file']]);
  expect(taskWith(said('Dear Ada'), [draft])).toEqual([state, 'Dear Ada', []]);
  expect(taskWith(undefined, [])).toEqual([state, 'earlier words', []]);
});

it.each(['FAILED', 'REJECTED', 'CANCELED'])(
  'keeps the words of the history of a task that is %s',
  (name) => {
    const view = createRemoteTaskView();
    const status = { state: `TASK_STATE_${name}` };
    view.apply({ task: { ...ids, id: 't1', status, history: [said('no room left')] } });
    expect(view.task?.text).toBe('no room left');
  },
);

it('streams the texts of several artifacts as the answer has them', () => {
  const update = (text: string, id: string, append: boolean) => ({
    artifactUpdate: { ...ids, artifact: artifact(text, id), append },
  });
  expect(
    taken(update('one ', 'a', false), update('more', 'a', true), update('two', 'b', false), {
      statusUpdate: { ...ids, status: done() },
    }),
  ).toEqual(['"one more"', 'completed: one more\ntwo']);
});

it('takes words that a peer tells as its status while it works for progress', () => {
  const status = { state: 'TASK_STATE_WORKING', message: said('looking') };
  expect(taken({ statusUpdate: { ...ids, status } })).toEqual([
    'working: looking',
    'progress: looking',
  ]);
});

it('does not show twice what a peer takes back from an artifact and tells as its status', () => {
  const status = { state: 'TASK_STATE_WORKING', message: said('looking') };
  const emptied = {
    ...ids,
    artifact: { ...artifact('', 'answer-1'), name: 'answer' },
    append: false,
  };
  expect(
    taken(
      chunk('look', false),
      chunk('ing', true),
      { artifactUpdate: emptied },
      {
        statusUpdate: { ...ids, status },
      },
    ),
  ).toEqual(['"look"', '"ing"', 'working: looking']);
});

it('takes what a peer tells while it works for its answer, where it gives no other one', () => {
  const working = (text: string) => ({
    statusUpdate: { ...ids, status: { state: 'TASK_STATE_WORKING', message: said(text) } },
  });
  const history = [said('earlier words')];
  const begun = { id: 't1', status: { state: 'TASK_STATE_SUBMITTED' }, history };
  const answerOf = (...events: readonly JsonObject[]) => taken({ task: begun }, ...events).at(-1);
  const ended = { statusUpdate: { ...ids, status: done() } };
  const last = (text: string) => ({ task: { ...begun, status: done(), history: [said(text)] } });
  expect(answerOf(working('It is'), working(' sunny.'), ended)).toBe('completed: It is sunny.');
  expect(answerOf(working('Looking.'), last('sunny'))).toBe('completed: sunny');
  expect(answerOf(working('It is'), working(' sunny.'), last(' sunny.'))).toBe(
    'completed: It is sunny.',
  );
  expect(answerOf(working('Looking.'), chunk('sunny', false), ended)).toBe('completed: sunny');
  expect(answerOf(ended)).toBe('completed: earlier words');
});

it('does not show twice what a peer tells again', () => {
  expect(
    taken(
      chunk('it ', false),
      chunk('is', true),
      // The connection broke; the peer starts over.
      chunk('it ', false),
      chunk('is', true),
      chunk(' sunny', true),
      chunk(' and warm', true),
    ),
  ).toEqual(['"it "', '"is"', '" sunny"', '" and warm"']);
});

it('shows the rest of what a peer tells whole', () => {
  expect(taken(chunk('it ', false), chunk('it is sunny', false))).toEqual(['"it "', '"is sunny"']);
  expect(taken(chunk('it w', false), chunk('sunny', false))).toEqual(['"it w"']);
});

it('goes on from what a peer has kept', () => {
  const task = { id: 't1', status: { state: 'TASK_STATE_WORKING' } };
  expect(
    taken(
      chunk('it ', false),
      { task: { ...task, artifacts: [artifact('it is', 'answer-1')] } },
      chunk(' sunny', true),
      { statusUpdate: { ...ids, status: done() } },
    ),
  ).toEqual(['"it "', 'working', '"is sunny"', 'completed: it is sunny']);
});

it.each<JsonObject>([
  {},
  { task: 7 },
  { statusUpdate: {} },
  { task: { status: { state: 'TASK_STATE_UNSPECIFIED', message: { parts: 'x' } } } },
  { artifactUpdate: { artifact: { parts: [7, {}] } } },
  { task: { id: 7, artifacts: [7], history: 7 } },
])('survives %j', (event) => {
  const view = createRemoteTaskView();
  view.apply(event);
  expect(view.task === undefined || !isRemoteTaskSettled(view.task)).toBe(true);
});

function taken(...events: readonly JsonObject[]): string[] {
  const view = createRemoteTaskView();
  return events.flatMap((event) => view.apply(event)).map(summary);
}

function summary(update: RemoteTaskUpdate): string {
  if (update.kind === 'text') return JSON.stringify(update.text);
  if (update.kind === 'progress') return `progress: ${update.text}`;
  const { state, text } = update.task;
  return text === '' ? state : `${state}: ${text}`;
}

function chunk(text: string, append: boolean): JsonObject {
  const reply = { ...artifact(text, 'answer-1'), name: 'answer' };
  return { artifactUpdate: { ...ids, artifact: reply, append } };
}

function artifact(text: string, artifactId = 'a'): JsonObject {
  return { artifactId, parts: [{ text }] };
}

function done(text?: string): JsonValue {
  return { state: 'TASK_STATE_COMPLETED', ...(text !== undefined && { message: said(text) }) };
}

function said(text: string, role = 'ROLE_AGENT'): JsonObject {
  return { messageId: 'm', role, parts: [{ text }] };
}
