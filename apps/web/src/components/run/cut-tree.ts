import type { TimelineRow } from '@timestep-ai/timestep/view';
import type { LiveTask, LiveTree } from './live-tree.ts';
import type { TimeSpan } from './time-scale.ts';

/** Returns a run as it was at a time, in milliseconds since the epoch. */
export function getTreeAtTime(tree: LiveTree, at: number): LiveTree {
  const tasks = tree.tasks
    .filter((task) => task.createdAt <= at)
    .map((task): LiveTask => {
      return {
        ...task,
        rows: task.rows.filter(({ from }) => from <= at).map((row) => getRowAtTime(row, at)),
      };
    });
  return { ...tree, tasks, at };
}

/** Returns a timeline row as it was at a time, without progress and a result that came later. */
function getRowAtTime({ progress: _progress, ...row }: TimelineRow, at: number): TimelineRow {
  if (row.to === undefined || row.to <= at) return row;
  const { to: _to, tokens: _tokens, costUsd: _cost, ...rest } = row;
  if (row.kind !== 'model' && row.kind !== 'crash') return { ...rest, state: 'running' };
  const { note: _note, calls: _calls, detail: _detail, ...begun } = rest;
  return { ...begun, state: 'running' };
}

/** Maximum milliseconds of each wait that are played back. The rest of the wait is skipped. */
const PLAYED_WAIT_MS = 800;

/**
 * Returns the playback time that is `ms` after `at`. Waits, which `quiet` lists in order, are mostly skipped.
 */
export function advancePlaybackTime(at: number, ms: number, quiet: readonly TimeSpan[]): number {
  const next = at + ms;
  const wait = quiet.find(({ from, to }) => next > from + PLAYED_WAIT_MS && next < to);
  return wait ? wait.to : next;
}
