import { EMPTY_TIMELINE, type TimelineRow } from '@timestep-ai/timestep/view';
import { expect, it } from 'vitest';
import { advancePlaybackTime, getTreeAtTime } from './cut-tree.ts';
import type { LiveTask } from './live-tree.ts';

const model: TimelineRow = {
  id: 'model/1/',
  kind: 'model',
  label: 'step 1',
  generation: 1,
  from: 10,
  to: 20,
  state: 'done',
  note: 'It is so.',
  tokens: 5,
  costUsd: 1,
};

function task(id: string, createdAt: number, rows: readonly TimelineRow[]): LiveTask {
  const facts = { id, agent: id, contextId: 'c', title: id, depth: 0 };
  return { ...facts, createdAt, rows, timeline: EMPTY_TIMELINE };
}

const TREE = {
  isCut: false,
  elsewhere: new Set<string>(),
  at: 50,
  tasks: [task('root', 0, [model]), task('child', 30, [])],
};

it('shows a run as it was: what began, and nothing of what came later', () => {
  expect(getTreeAtTime(TREE, 5).tasks.map(({ rows }) => rows)).toEqual([[]]);
  const [running] = getTreeAtTime(TREE, 15).tasks[0]?.rows ?? [];
  expect(running).toEqual({
    id: 'model/1/',
    kind: 'model',
    label: 'step 1',
    generation: 1,
    from: 10,
    state: 'running',
  });
  expect(getTreeAtTime(TREE, 30).tasks.map(({ id, rows }) => [id, rows])).toEqual([
    ['root', [model]],
    ['child', []],
  ]);
});

it('plays the beginning of a wait, and skips the rest', () => {
  const quiet = [{ from: 1000, to: 60_000 }];
  expect(advancePlaybackTime(500, 100, quiet)).toBe(600);
  expect(advancePlaybackTime(1500, 100, quiet)).toBe(1600);
  expect(advancePlaybackTime(1750, 100, quiet)).toBe(60_000);
  expect(advancePlaybackTime(60_000, 100, quiet)).toBe(60_100);
});
