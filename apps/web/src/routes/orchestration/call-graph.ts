import type { AgentLine, TaskLine } from '@timestep-ai/timestep/view';

/** An agent in the graph of calls. */
interface GraphAgent {
  readonly id: string;
  readonly name: string;
}

/** That one agent may call another, or has called it, and how many calls are under way. */
export interface GraphCall {
  readonly from: string;
  readonly to: string;
  /** False: the caller names it nowhere, but has called it. */
  readonly isNamed: boolean;
  readonly working: number;
  /** Under way as well, but waiting for a person. */
  readonly waiting: number;
  readonly ended: number;
}

/** A call that was made: the task of the one that was called, and who waits for it. */
export interface MadeCall {
  readonly from: string;
  readonly task: TaskLine;
}

/** Who may call whom, and the calls of the newest tasks. */
export interface CallGraph {
  readonly agents: readonly GraphAgent[];
  readonly calls: readonly GraphCall[];
  /** Calls that have ended, the newest first. */
  readonly ended: readonly MadeCall[];
}

/** Joins what agents name with what their tasks have called. */
export function callGraph(agents: readonly AgentLine[], tasks: readonly TaskLine[]): CallGraph {
  const made = madeCalls(tasks);
  const calls = new Map<string, GraphCall>();
  for (const { id: from, calls: named = [] } of agents)
    for (const to of named) calls.set(keyOf(from, to), { from, to, isNamed: true, ...NO_CALLS });
  for (const { from, task } of made) {
    const key = keyOf(from, task.agent);
    const before = calls.get(key) ?? { from, to: task.agent, isNamed: false, ...NO_CALLS };
    calls.set(key, withCall(before, task));
  }
  return {
    agents: agentsOf(agents, [...calls.values()]),
    calls: [...calls.values()],
    ended: made
      .filter(({ task }) => stageOf(task) === 'ended')
      .toSorted((one, other) => other.task.updatedAt - one.task.updatedAt),
  };
}

const NO_CALLS = { working: 0, waiting: 0, ended: 0 } as const;

/** Each task that another one has called, once for each caller. */
function madeCalls(tasks: readonly TaskLine[]): MadeCall[] {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  return tasks.flatMap(({ agent: from, children }) =>
    children.flatMap((id): MadeCall[] => {
      const task = byId.get(id);
      return task ? [{ from, task }] : [];
    }),
  );
}

function withCall(call: GraphCall, task: TaskLine): GraphCall {
  const stage = stageOf(task);
  return { ...call, [stage]: call[stage] + 1 };
}

function stageOf({ state }: TaskLine): 'working' | 'waiting' | 'ended' {
  switch (state) {
    case 'submitted':
    case 'working':
      return 'working';
    case 'input-required':
      return 'waiting';
    case 'completed':
    case 'failed':
    case 'canceled':
    case 'rejected':
      return 'ended';
  }
}

/** Those that are served, and then those that calls name beside them. */
function agentsOf(agents: readonly AgentLine[], calls: readonly GraphCall[]): GraphAgent[] {
  const names = new Map(agents.map(({ id, name }) => [id, name]));
  for (const { from, to } of calls)
    for (const id of [from, to]) if (!names.has(id)) names.set(id, id);
  return [...names].map(([id, name]) => ({ id, name }));
}

function keyOf(from: string, to: string): string {
  return JSON.stringify([from, to]);
}

/** How a call stands, in words. */
export function callText({ working, waiting, ended, isNamed }: GraphCall): string {
  const parts = [
    ...(working > 0 ? [`${working} working`] : []),
    ...(waiting > 0 ? [`${waiting} waiting for a person`] : []),
    ...(ended > 0 ? [`${ended} ended`] : []),
  ];
  const said = parts.length === 0 ? 'no call' : parts.join(', ');
  return isNamed ? said : `${said}; its files do not name it`;
}
