import { expect, it } from 'vitest';
import type { TimelineRow } from '../timeline-row.ts';
import { listRunRows, type RunTask, type RunTree } from './run-rows.ts';

function row(kind: TimelineRow['kind'], id: string, more: Partial<TimelineRow> = {}): TimelineRow {
  return { id, kind, label: id, from: 0, to: 1, generation: 3, state: 'done', ...more };
}

function task(id: string, depth: number, rows: readonly TimelineRow[]): RunTask {
  const facts = { id, agent: `agent of ${id}`, contextId: 'c', title: id, createdAt: 0, depth };
  return { ...facts, rows };
}

const ask = (id: string, awaited: string): TimelineRow => row('task', id, { awaited });
const reply = (id: string, tokens: number, costUsd?: number): TimelineRow =>
  row('model', id, { tokens, ...(costUsd !== undefined && { costUsd }) });

const TREE: RunTree = {
  tasks: [
    task('root', 0, [
      row('turn', 'turn'),
      row('mark', 'question', { label: 'message', generation: 2 }),
      reply('think', 10, 0.5),
      ask('ask', 'child'),
      ask('gone', 'erased'),
    ]),
    task('child', 1, [row('turn', 'turn'), reply('answer', 5, 0.25), ask('back', 'root')]),
  ],
};

const shown = (tree: RunTree, toggled: readonly string[] = []): unknown[] =>
  listRunRows(tree, new Set(toggled)).map(({ row: { id }, depth, isOpen }) => [id, depth, isOpen]);

it('shows the rows of an asked agent below the row that asks it, without what they repeat', () => {
  expect(shown(TREE)).toEqual([
    ['turn', 0, true],
    ['think', 1, undefined],
    ['ask', 1, true],
    ['answer', 2, undefined],
    ['back', 2, undefined],
    ['gone', 1, undefined],
  ]);
  expect(shown(TREE, ['child']).map((one) => (one as unknown[])[0])).toEqual([
    'turn',
    'think',
    'ask',
    'gone',
  ]);
  expect(shown(TREE, ['root'])).toEqual([['turn', 0, false]]);
});

it('adds up what a row and the rows below it have used, each task once', () => {
  const rows = listRunRows(TREE, new Set());
  expect(rows[0]?.spent).toEqual({ tokens: 15, costUsd: 0.75 });
  expect(rows[2]?.spent).toEqual({ tokens: 5, costUsd: 0.25 });
  const unpriced = TREE.tasks.with(1, task('child', 1, [reply('answer', 5)]));
  expect(listRunRows({ ...TREE, tasks: unpriced }, new Set())[0]?.spent).toEqual({
    tokens: 15,
    costUsd: null,
  });
});
