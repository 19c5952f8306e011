import { counted, listRunRows, type RunRow } from '@timestep-ai/timestep/view';
import type { GraphArrow } from '../diagrams/call-graph-view.tsx';
import type { LiveTree } from './live-tree.ts';

/** The calls of one agent by another in a run, by what has become of them. */
export interface RunCalls {
  readonly from: string;
  readonly to: string;
  readonly running: number;
  /** Number of running calls whose agent waits for a person. */
  readonly waiting: number;
  readonly ended: number;
}

/** Lists which agent of a run has called which, in the order of their first calls. */
export function listRunCalls(tree: LiveTree): readonly RunCalls[] {
  const calls = new Map<string, RunCalls>();
  const deep = tree.tasks.filter(({ depth }) => depth > 2).map(({ id }) => id);
  for (const shown of listRunRows(tree, new Set(deep))) {
    const to = findCalledAgent(shown);
    if (to === undefined) continue;
    const { agent: from } = shown;
    const key = JSON.stringify([from, to]);
    const before = calls.get(key) ?? { from, to, running: 0, waiting: 0, ended: 0 };
    const stage = getStage(shown);
    calls.set(key, { ...before, [stage]: before[stage] + 1 });
  }
  return [...calls.values()];
}

function findCalledAgent({ row, task }: RunRow): string | undefined {
  if (row.kind === 'turn') return undefined;
  if (task) return task.agent;
  return row.asksAgent ? (row.remote?.name ?? row.label) : undefined;
}

function getStage({ row, task }: RunRow): 'running' | 'waiting' | 'ended' {
  if (row.state !== 'running') return 'ended';
  const waits = task?.rows.some(
    ({ kind, state }) => state === 'running' && (kind === 'approval' || kind === 'question'),
  );
  return waits ? 'waiting' : 'running';
}

/** Describes the calls between two agents, such as `1 running, 2 ended`. */
export function describeRunCalls({ running, waiting, ended }: RunCalls): string {
  return [
    ...(running > 0 ? [`${running} running`] : []),
    ...(waiting > 0 ? [`${waiting} waiting for a person`] : []),
    ...(ended > 0 ? [`${ended} ended`] : []),
  ].join(', ');
}

/** Converts the calls of a run to a graph of its agents. */
export function createRunGraph(tree: LiveTree) {
  const calls = listRunCalls(tree);
  const [root] = tree.tasks;
  const names = new Set([
    ...(root ? [root.agent] : []),
    ...calls.flatMap(({ from, to }) => [from, to]),
  ]);
  return {
    calls,
    boxes: [...names].map((name) => ({ id: name, name })),
    arrows: calls.map((call): GraphArrow => {
      const { from, to, running, waiting } = call;
      const live = running + waiting;
      const look = waiting > 0 ? 'waiting' : running > 0 ? 'working' : 'seen';
      return { from, to, look, ...(live > 0 && { live: counted(live, 'call') }) };
    }),
  };
}
