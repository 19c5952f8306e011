import { EMPTY_TIMELINE, getRowNote, type TaskUpdate } from '@timestep-ai/timestep/view';
import { expect, it } from 'vitest';
import { addUpdates, type LiveTree } from './live-tree.ts';

const TREE: LiveTree = {
  isCut: false,
  elsewhere: new Set(),
  at: 0,
  tasks: [
    {
      id: 't1',
      agent: 'guide',
      contextId: 'c',
      title: 'Read it',
      depth: 0,
      createdAt: 0,
      rows: [],
      timeline: EMPTY_TIMELINE,
    },
  ],
};

const at = (generation: number) => ({ callId: 'c1', generation, at: generation });
const started = (generation: number, attempt: number): TaskUpdate => {
  return { kind: 'event', event: { type: 'tool.started', attempt, ...at(generation) } };
};
const progress = (text: string): TaskUpdate => {
  return { kind: 'delta', step: 1, attempt: 0, delta: { type: 'progress', callId: 'c1', text } };
};

function listNotes(tree: LiveTree): readonly unknown[] {
  return (tree.tasks[0]?.rows ?? []).map((row) => getRowNote({ row }));
}

it('shows the newest progress of a call in its row while the call runs', () => {
  const running = addUpdates(TREE, 't1', [started(1, 1), progress('1 of 9'), progress('2 of 9')]);
  expect(listNotes(running)).toEqual(['2 of 9']);
  const later = addUpdates(running, 't1', [progress('3 of 9')]);
  expect(listNotes(later)).toEqual(['3 of 9']);
  const ended = addUpdates(later, 't1', [
    { kind: 'event', event: { type: 'tool.returned', content: 'read', ...at(2) } },
    progress('late'),
  ]);
  expect(listNotes(ended)).toEqual([undefined]);
});

it('shows no progress of an interrupted attempt in the row of the next', () => {
  const tree = addUpdates(TREE, 't1', [
    started(1, 1),
    progress('8 of 9'),
    { kind: 'event', event: { type: 'tool.interrupted', ...at(2) } },
    started(3, 2),
  ]);
  expect(listNotes(tree)).toEqual([undefined, undefined]);
});

it('ignores streamed text, known events and tasks outside of the tree', () => {
  const tree = addUpdates(TREE, 't1', [started(1, 1)]);
  const text = { type: 'text', text: 'Hello' } as const;
  expect(addUpdates(tree, 't1', [{ kind: 'delta', step: 1, attempt: 1, delta: text }])).toBe(tree);
  expect(addUpdates(tree, 't1', [started(1, 1)])).toBe(tree);
  expect(addUpdates(tree, 't2', [started(2, 1)])).toBe(tree);
});
