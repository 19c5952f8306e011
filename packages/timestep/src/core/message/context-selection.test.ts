import { expect, it } from 'vitest';
import {
  buildContextMessage,
  findQuestionIndex,
  type ContextSelection,
} from './context-selection.ts';
import { decide } from '../decide/decide.ts';
import type { TaskEvent } from '../events/event.ts';
import { modelStep, submitted, taskOf, user } from '../journal.fixture.ts';
import { buildRecoveryEvents } from '../events/recover.ts';
import { buildTranscript } from '../task/task.ts';

const chosen: ContextSelection = {
  items: [
    { kind: 'rule', name: 'tone', reason: 'agent', score: 3.5, text: 'Be kind.' },
    { kind: 'tool', name: 'search', reason: 'always' },
  ],
  tools: ['search'],
  ranker: 'bm25f/1',
};
const begun: readonly TaskEvent[] = [
  submitted({ loadPrompt: true }),
  user('hello'),
  { type: 'prompt.loaded', content: 'You help.', selects: true },
];
const selected: TaskEvent = { type: 'context.selected', ...chosen };

it('is asked for once for each message, where the environment chooses', () => {
  expect(decide(taskOf(...begun))).toMatchObject({ do: 'call-model', selects: true });
  const task = taskOf(...begun, selected);
  expect(decide(task)).toEqual({ do: 'call-model', step: 1, attempt: 1 });
  const without = { type: 'prompt.loaded', content: 'You help.' } as const;
  expect(decide(taskOf(...begun.slice(0, 2), without))).not.toHaveProperty('selects');
});

it('stands after the newest message of the user, so that what is before it stays the same', () => {
  const history = [
    { role: 'user', content: 'hi' },
    { role: 'assistant', content: 'hi' },
  ] as const;
  const task = taskOf(submitted({ loadPrompt: true, history }), ...begun.slice(1), selected);
  expect(buildTranscript(task).map(({ content }) => content)).toEqual([
    'You help.',
    'hi',
    'hi',
    'hello',
    'Rule (tone):\nBe kind.',
  ]);
  expect(buildTranscript(task).at(-1)).toHaveProperty('is_context', true);
});

it('stands before that message in tasks of earlier releases', () => {
  const origin = { ...submitted({ loadPrompt: true }), coreVersion: 1 };
  expect(buildTranscript(taskOf(origin, ...begun.slice(1), selected))).toEqual([
    { role: 'system', content: 'You help.' },
    { role: 'user', content: 'Rule (tone):\nBe kind.' },
    { role: 'user', content: 'hello' },
  ]);
});

it('is not the question of the user', () => {
  const said = buildTranscript(taskOf(...begun, selected));
  expect(said[findQuestionIndex(said)]?.content).toBe('hello');
  expect(findQuestionIndex([{ role: 'system', content: 'You help.' }])).toBe(-1);
});

it('stays as it was chosen after a crash', () => {
  const cut = taskOf(...begun, selected, { type: 'model.started', step: 1, attempt: 1 });
  const events = buildRecoveryEvents(cut, { kind: 'left' });
  const task = taskOf(
    ...begun,
    selected,
    { type: 'model.started', step: 1, attempt: 1 },
    ...events,
  );
  expect(decide(task)).toEqual({ do: 'call-model', step: 1, attempt: 2 });
  expect(task.selection).toEqual(chosen);
});

it('is chosen anew for the next message, and not between two steps', () => {
  const called: readonly TaskEvent[] = [
    ...begun,
    selected,
    ...modelStep(1, [['a', 'search']]),
    { type: 'tool.started', callId: 'a', attempt: 1 },
    { type: 'tool.returned', callId: 'a', content: 'found', offers: ['map', 'search'] },
  ];
  const task = taskOf(...called);
  expect(decide(task)).not.toHaveProperty('selects');
  expect(task.selection?.tools).toEqual(['search', 'map']);
  expect(decide(taskOf(...called, user('and now?', 'm2')))).toMatchObject({ selects: true });
});

it('is no message where nothing was chosen that has a text', () => {
  expect(buildContextMessage({ items: [] })).toBeUndefined();
});
