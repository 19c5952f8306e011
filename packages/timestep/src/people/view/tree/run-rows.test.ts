import { expect, it } from 'vitest';
import type { TimelineRow } from '../timeline/timeline-row.ts';
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

it('shows an agent of another server as one row, with what it did there below', () => {
  const remote = { name: 'Sky', address: 'http://peer/7' };
  const asks = row('model', 'asks', {
    label: 'agent of near',
    asksAgent: true,
    awaited: 'far',
    remote,
    costUsd: 0.5,
  });
  const far = task('far', 2, [row('turn', 'turn'), reply('answer', 5, 0.25)]);
  const near = (rows: readonly TimelineRow[]): RunTree => ({
    tasks: [
      task('root', 0, [row('turn', 'turn'), ask('ask', 'near')]),
      task('near', 1, [row('turn', 'turn'), ...rows]),
      far,
    ],
  });
  const rows = listRunRows(near([asks]), new Set());
  expect(rows.map(({ row: { id }, depth }) => [id, depth])).toEqual([
    ['turn', 0],
    ['ask', 1],
    ['answer', 2],
  ]);
  expect(rows[1]).toMatchObject({ row: { remote }, spent: { costUsd: 0.75 }, isOpen: true });
  expect(shown(near([asks]), ['near'])).toHaveLength(2);
  expect(shown(near([asks, reply('more', 1)]))).toHaveLength(5);
  expect(shown(near([{ ...asks, label: 'Sky' }]))).toHaveLength(4);
  const alone = near([asks]).tasks.slice(0, 2);
  expect(shown({ tasks: alone })).toEqual([
    ['turn', 0, true],
    ['ask', 1, undefined],
  ]);
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
