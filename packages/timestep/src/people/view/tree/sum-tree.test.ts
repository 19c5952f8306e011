import { expect, it } from 'vitest';
import type { TimelineRow } from '../timeline/timeline-row.ts';
import { listQuietSpans, sumTree } from './sum-tree.ts';

function row(kind: TimelineRow['kind'], from: number, to?: number, more = {}): TimelineRow {
  const end = to === undefined ? { state: 'running' as const } : { state: 'done' as const, to };
  return { id: `${kind}/${from}/`, kind, label: kind, generation: from, from, ...end, ...more };
}

it('adds up what runs at the same time once, and waits for people only while nothing runs', () => {
  const tasks = [
    {
      id: 'desk-1',
      agent: 'desk',
      createdAt: 0,
      rows: [
        row('turn', 0, 100),
        row('model', 0, 10, { tokens: 5, costUsd: 0.5 }),
        row('task', 10, 60, { asksAgent: true, awaited: 'sky-1' }),
        row('approval', 50, 90),
        row('tool', 90, 100),
      ],
    },
    {
      id: 'sky-1',
      agent: 'sky',
      createdAt: 10,
      rows: [row('model', 20, 55, { tokens: 7, costUsd: 0.25 })],
    },
  ];
  expect(sumTree(tasks, 500)).toEqual({
    tasks: 2,
    unknownTasks: 0,
    agents: 2,
    wallMs: 100,
    workMs: 55,
    personMs: 35,
    modelCalls: 2,
    toolCalls: 1,
    tokens: 12,
    costUsd: 0.75,
  });
});

it('measures what is running up to now, and knows no cost without a price', () => {
  const rows = [row('turn', 0), row('model', 0, 10, { tokens: 5 }), row('question', 10)];
  const totals = sumTree([{ id: 'desk-1', agent: 'desk', createdAt: 0, rows }], 70);
  expect(totals).toMatchObject({ wallMs: 70, workMs: 10, personMs: 60, costUsd: null });
});

it('lists when people were asked and nothing was running, and when no process worked', () => {
  const rows = [
    row('model', 0, 10),
    row('approval', 5, 30),
    row('tool', 30, 40),
    row('crash', 40, 90),
  ];
  expect(listQuietSpans([{ rows }], 100)).toEqual([
    { from: 10, to: 30 },
    { from: 40, to: 90 },
  ]);
});

it('counts an agent whose answer comes from elsewhere as no model, and says that its task is not known', () => {
  const asked = row('model', 0, 40, { asksAgent: true, awaited: 'far-1', tokens: 0, costUsd: 0 });
  const rows = [asked, row('model', 40, 50, { tokens: 5, costUsd: 0.5 })];
  expect(sumTree([{ id: 'desk-1', agent: 'desk', createdAt: 0, rows }], 50)).toMatchObject({
    tasks: 1,
    unknownTasks: 1,
    modelCalls: 1,
    workMs: 10,
    costUsd: 0.5,
  });
});
