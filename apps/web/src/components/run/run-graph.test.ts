import { EMPTY_TIMELINE, type TimelineRow } from '@timestep-ai/timestep/view';
import { expect, it } from 'vitest';
import { getTreeAtTime } from './cut-tree.ts';
import type { LiveTask, LiveTree } from './live-tree.ts';
import { createRunGraph, describeRunCalls } from './run-graph.ts';

function row(kind: TimelineRow['kind'], from: number, more: Partial<TimelineRow>): TimelineRow {
  const id = `${kind}/${from}/`;
  return { id, kind, label: kind, from, generation: from + 3, state: 'done', ...more };
}

function task(id: string, depth: number, rows: readonly TimelineRow[]): LiveTask {
  const facts = { id, agent: id, contextId: 'c', title: id, createdAt: 0, depth };
  return { ...facts, rows, timeline: EMPTY_TIMELINE };
}

const asks = (from: number, to: number, awaited: string): TimelineRow =>
  row('task', from, { to, awaited, label: awaited, asksAgent: true });

const TREE: LiveTree = {
  isCut: false,
  elsewhere: new Set(),
  at: 90,
  tasks: [
    task('guide', 0, [
      row('turn', 0, { to: 90 }),
      asks(10, 50, 'sky'),
      row('tool', 60, { to: 70, label: 'far', asksAgent: true, remote: { address: 'http://far' } }),
    ]),
    task('sky', 1, [row('approval', 20, { to: 40, label: 'look' })]),
  ],
};

function describeAt(at: number): readonly string[] {
  return createRunGraph(getTreeAtTime(TREE, at)).calls.map(
    (calls) => `${calls.from} ${calls.to}: ${describeRunCalls(calls)}`,
  );
}

it('shows which agents had called which at a moment, and which waited for a person', () => {
  expect(describeAt(5)).toEqual([]);
  expect(describeAt(15)).toEqual(['guide sky: 1 running']);
  expect(describeAt(30)).toEqual(['guide sky: 1 waiting for a person']);
  expect(describeAt(65)).toEqual(['guide sky: 1 ended', 'guide far: 1 running']);
  expect(describeAt(90)).toEqual(['guide sky: 1 ended', 'guide far: 1 ended']);
});

it('has a box for each agent, and labels the arrows of calls that run', () => {
  const { boxes, arrows } = createRunGraph(getTreeAtTime(TREE, 30));
  expect(boxes.map(({ id }) => id)).toEqual(['guide', 'sky']);
  expect(arrows).toEqual([{ from: 'guide', to: 'sky', look: 'waiting', live: '1 call' }]);
});
