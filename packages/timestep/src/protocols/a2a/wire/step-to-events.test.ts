import { expect, it } from 'vitest';
import type { Artifact } from '#core';
import type { TaskStep } from '#engine/port';
import { call, finished, replied, said, started, stepsOf } from '../task.fixture.ts';
import { createStepEncoder } from './step-to-events.ts';
import type { WireEvent } from './wire-types.ts';

const [asked, working, answered, ended] = stepsOf([
  said('weather?'),
  started(),
  replied({ content: 'it is sunny' }),
  finished,
]) as [TaskStep, TaskStep, TaskStep, TaskStep];

it('tells states as they change, and text as it grows', () => {
  const events = encoded([asked, working, delta('it is'), delta(' sunny'), answered, ended]);
  expect(events.map(summary)).toEqual([
    'TASK_STATE_WORKING',
    'new "it is"',
    'more " sunny"',
    'last ""',
    'TASK_STATE_COMPLETED',
  ]);
});

it('gives every event its task, its artifact and the generation', () => {
  const [status, text] = encoded([working, delta('it is')]);
  const ids = { taskId: 't1', contextId: 'c1', metadata: { generation: 3 } };
  expect(status).toMatchObject({ statusUpdate: ids });
  expect(text).toEqual({
    artifactUpdate: {
      ...ids,
      artifact: { artifactId: 'answer-1', name: 'answer', parts: [{ text: 'it is' }] },
      append: false,
      lastChunk: false,
    },
  });
});

it.each([
  ['missed nothing', ['it is', ' sunny']],
  ['missed the end', ['it is']],
  ['missed everything', []],
  ['missed the beginning', [' sunny']],
  ['saw something else', ['it is rainy']],
  ['saw more than was meant', ['it is sunny and warm']],
])('ends with the whole text for a reader who %s', (_name, texts) => {
  const events = encoded([working, ...texts.map((text) => delta(text)), answered]);
  expect(assembled(events)).toEqual({ 'answer-1': 'it is sunny' });
  expect(events.map(summary).at(-1)).toMatch(/^(last|all)/);
});

it('reports why the task waits for its model', () => {
  const error = { code: 'overloaded', message: 'the model is overloaded' };
  const steps = stepsOf([
    said('weather?'),
    started(),
    { type: 'model.failed', step: 1, attempt: 1, error, retryAt: 60_000 },
    started(1, 2),
  ]);
  const events = encoded(steps);
  expect(events.map(summary)).toEqual(['TASK_STATE_WORKING', 'TASK_STATE_WORKING']);
  expect(JSON.stringify(events[1])).toMatch(
    /waiting for the model: the model is overloaded; .*1970/,
  );
});

it('reports what is left out of a request that was refused', () => {
  const error = { code: 'bad-request', message: 'no such image' };
  const without = [{ kind: 'message', index: 0, part: 1 }] as const;
  const events = encoded(
    stepsOf([
      said('weather?'),
      started(),
      { type: 'model.refused', step: 1, attempt: 1, error, without },
      started(1, 2),
    ]),
  );
  expect(events.map(summary)).toEqual(['TASK_STATE_WORKING', 'TASK_STATE_WORKING']);
  expect(JSON.stringify(events[1])).toContain('no such image; the model is asked again without');
});

it('starts over when a step is attempted again', () => {
  const events = encoded([working, delta('it w', 1), delta('it is', 2), answered]);
  expect(events.map(summary)).toEqual([
    'TASK_STATE_WORKING',
    'new "it w"',
    'new "it is"',
    'last " sunny"',
  ]);
});

const narrating = stepsOf(
  [
    said('weather?'),
    started(),
    replied({ content: 'let me see', tool_calls: [call('a')] }),
    { type: 'tool.started', callId: 'a', attempt: 1 },
  ],
  { toolSite: 'server' },
);

it('replaces text that starts over', () => {
  const text = { type: 'text', text: 'it is', restarts: true } as const;
  const restart = { ...delta(''), delta: text } as TaskStep;
  const events = encoded([working, delta('rain'), restart, answered]);
  expect(events.map(summary)).toEqual([
    'TASK_STATE_WORKING',
    'new "rain"',
    'new "it is"',
    'last " sunny"',
  ]);
});

it('says what was said before calls as a status, and leaves no artifact of it', () => {
  const [question, begun, narrated, called] = narrating as [TaskStep, TaskStep, TaskStep, TaskStep];
  const events = encoded([question, begun, delta('let me'), delta(' see'), narrated, called]);
  expect(events.map(summary)).toEqual([
    'TASK_STATE_WORKING',
    'new "let me"',
    'more " see"',
    'all ""',
    'TASK_STATE_WORKING',
  ]);
  expect(assembled(events)).toEqual({ 'answer-1': '' });
  expect(events.at(-1)).toMatchObject({
    statusUpdate: { status: { message: { parts: [{ text: 'let me see' }] } } },
  });
});

it('says it as well to a reader who missed the pieces, without an artifact', () => {
  expect(encoded(narrating).map(summary)).toEqual(['TASK_STATE_WORKING', 'TASK_STATE_WORKING']);
});

it('says it once where the state changes with it', () => {
  const reply = replied({ content: 'let me see', tool_calls: [call('a')] });
  const events = encoded(stepsOf([said('weather?'), started(), reply]));
  expect(events.map(summary)).toEqual(['TASK_STATE_WORKING', 'TASK_STATE_INPUT_REQUIRED']);
});

it('takes back text that the reply does not have', () => {
  const steps = stepsOf([
    said('go'),
    started(),
    replied({ content: null, tool_calls: [call('a')] }),
  ]);
  const events = encoded([...steps.slice(0, 2), delta('hm'), ...steps.slice(2)]);
  expect(assembled(events)).toEqual({ 'answer-1': '' });
});

it('has one artifact for each step, and none for a step without text', () => {
  const steps = stepsOf([
    said('go'),
    started(),
    replied({ content: null, tool_calls: [call('a')] }),
    { type: 'results.received', messageId: 'm2', results: [{ callId: 'a', output: '1' }] },
    started(2),
    replied({ content: 'done' }, 2),
    finished,
  ]);
  expect(encoded(steps).map(summary)).toEqual([
    'TASK_STATE_WORKING',
    'TASK_STATE_INPUT_REQUIRED',
    'TASK_STATE_WORKING',
    'all "done"',
    'TASK_STATE_COMPLETED',
  ]);
});

it('keeps thoughts and growing tool calls to itself', () => {
  const base = { kind: 'delta', task: working.task, step: 1, attempt: 1 } as const;
  const thoughts: TaskStep[] = [
    { ...base, delta: { type: 'reasoning', text: 'hm' } },
    { ...base, delta: { type: 'tool-call', index: 0, id: 'a', name: 'f', arguments: '{' } },
    { ...base, delta: { type: 'text', text: '' } },
  ];
  expect(encoded(thoughts)).toEqual([]);
});

const table = (text: string): Artifact => ({
  artifact_id: 'table',
  name: 'table.csv',
  parts: [{ type: 'text', text, media_type: 'text/csv' }],
});

function growing(text: string, index: number): TaskStep {
  const piece = { type: 'artifact', artifact: table(text), append: index > 0, index } as const;
  return { kind: 'delta', task: working.task, step: 1, attempt: 1, delta: piece };
}

const gave: readonly TaskStep[] = stepsOf([
  said('go'),
  started(),
  replied({ content: null, tool_calls: [call('a')] }),
  { type: 'tool.returned', callId: 'a', content: 'made', artifacts: [table('a,b')] },
]).slice(3);

it('shows an artifact as it grows, and then the whole of it', () => {
  const events = encoded([growing('a', 0), growing(',b', 1), ...gave]);
  expect(events).toMatchObject([
    { artifactUpdate: { append: false, lastChunk: false } },
    { artifactUpdate: { append: true, lastChunk: false } },
    {
      artifactUpdate: {
        taskId: 't1',
        artifact: {
          artifactId: 'table',
          name: 'table.csv',
          parts: [{ text: 'a,b', mediaType: 'text/csv' }],
        },
        append: false,
        lastChunk: true,
      },
    },
    { statusUpdate: {} },
  ]);
});

it('shows no piece of an artifact to a reader who missed one before it', () => {
  const events = encoded([growing(',b', 1), ...gave, growing(',c', 1)]);
  expect(events).toMatchObject([{ artifactUpdate: { lastChunk: true } }, { statusUpdate: {} }]);
  const holed = encoded([growing('a', 0), growing('c', 2), growing('d', 3), growing('b', 1)]);
  expect(holed).toMatchObject([{ artifactUpdate: { append: false } }, { artifactUpdate: {} }]);
  expect(holed).toHaveLength(2);
});

function encoded(steps: readonly TaskStep[]): WireEvent[] {
  const encode = createStepEncoder();
  return steps.flatMap((step) => encode(step));
}

function delta(text: string, attempt = 1): TaskStep {
  return { kind: 'delta', task: working.task, step: 1, attempt, delta: { type: 'text', text } };
}

function summary(event: WireEvent): string {
  if ('statusUpdate' in event) return event.statusUpdate.status.state;
  if (!('artifactUpdate' in event)) return 'neither';
  const { append, lastChunk, artifact } = event.artifactUpdate;
  const kind = lastChunk ? (append ? 'last' : 'all') : append ? 'more' : 'new';
  return `${kind} ${JSON.stringify(textIn(artifact.parts[0]))}`;
}

/** What a client has that does as the protocol says. */
function assembled(events: readonly WireEvent[]): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const event of events) {
    if (!('artifactUpdate' in event)) continue;
    const { append, artifact } = event.artifactUpdate;
    const before = append ? (texts[artifact.artifactId] ?? '') : '';
    texts[artifact.artifactId] = before + textIn(artifact.parts[0]);
  }
  return texts;
}

function textIn(part: object | undefined): string {
  return part && 'text' in part && typeof part.text === 'string' ? part.text : '';
}
