import type { AgentSummary, CallReport, TaskSummary } from '@timestep-ai/timestep/view';
import { OPEN_STATES } from '../tasks/task-search.ts';

export interface GraphCall {
  readonly from: string;
  readonly to: string;
  /** Whether the configuration of the calling agent lists the called agent. */
  readonly isNamed: boolean;
  readonly working: number;
  readonly waiting: number;
  readonly ended: number;
  /** Number of calls in the last days; undefined if the server keeps no counts. */
  readonly kept?: { readonly calls: number; readonly days: number };
}

export interface ObservedCall {
  readonly from: string;
  readonly task: TaskSummary;
}

/** Builds a graph of the calls between agents. Ended calls are listed newest first. */
export function buildCallGraph(
  agents: readonly AgentSummary[],
  tasks: readonly TaskSummary[],
  { calls: counted = [], days }: CallReport = NO_REPORT,
) {
  const made = listCallsBetweenAgents(tasks);
  const calls = new Map<string, GraphCall>();
  for (const { id: from, calls: named = [] } of agents)
    for (const to of named)
      calls.set(createCallKey(from, to), { from, to, isNamed: true, ...NO_CALLS });
  for (const { from, task } of made) {
    const key = createCallKey(from, task.agent);
    const before = calls.get(key) ?? { from, to: task.agent, isNamed: false, ...NO_CALLS };
    const stage = getCallStage(task);
    calls.set(key, { ...before, [stage]: before[stage] + 1 });
  }
  for (const { caller: from, agent: to, calls: number } of counted) {
    const key = createCallKey(from, to);
    const before = calls.get(key) ?? { from, to, isNamed: false, ...NO_CALLS };
    calls.set(key, { ...before, kept: { calls: number, days } });
  }
  return {
    agents: listGraphAgents(agents, [...calls.values()]),
    calls: [...calls.values()],
    ended: made
      .filter(({ task }) => getCallStage(task) === 'ended')
      .toSorted((one, other) => other.task.updatedAt - one.task.updatedAt),
  };
}

const NO_REPORT: CallReport = { days: 0 };
const NO_CALLS = { working: 0, waiting: 0, ended: 0 } as const;

/** Lists the calls of which the tasks tell, either the called task or the task of the caller. */
function listCallsBetweenAgents(tasks: readonly TaskSummary[]): ObservedCall[] {
  const callers = new Map(
    tasks.flatMap(({ agent, children }) => children.map((id) => [id, agent] as const)),
  );
  return tasks.flatMap((task): ObservedCall[] => {
    const from = callers.get(task.id) ?? task.callers?.at(-1);
    return from === undefined ? [] : [{ from, task }];
  });
}

function getCallStage({ state }: TaskSummary): 'working' | 'waiting' | 'ended' {
  if (state === 'input-required') return 'waiting';
  return OPEN_STATES.includes(state) ? 'working' : 'ended';
}

function listGraphAgents(agents: readonly AgentSummary[], calls: readonly GraphCall[]) {
  const names = new Map(agents.map(({ id, name }) => [id, name]));
  for (const { from, to } of calls)
    for (const id of [from, to]) if (!names.has(id)) names.set(id, id);
  return [...names].map(([id, name]) => ({ id, name }));
}

function createCallKey(from: string, to: string): string {
  return JSON.stringify([from, to]);
}

export function describeCallCounts({ working, waiting, ended, kept, isNamed }: GraphCall): string {
  const parts = [
    ...(working > 0 ? [`${working} running`] : []),
    ...(waiting > 0 ? [`${waiting} waiting for input`] : []),
    ...(kept ? [`${kept.calls} in ${kept.days} days`] : ended > 0 ? [`${ended} ended`] : []),
  ];
  const said = parts.length === 0 ? 'no calls' : parts.join(', ');
  return isNamed ? said : `${said}; not listed in the files of the caller`;
}
