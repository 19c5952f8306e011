import type { TaskOverview } from '@timestep-ai/timestep/view';
import { TASK_STATES, type Facet, type TaskFilters } from '../task-search.ts';

/**
 * Counts the tasks of each state, of the chosen agent or of all, and of each agent, in the chosen
 * state or in all. States are in their usual order; the agents with the most tasks are first.
 */
export function countFacets(
  groups: TaskOverview['groups'],
  { state, agent }: Pick<TaskFilters, 'state' | 'agent'>,
): { readonly states: readonly Facet[]; readonly agents: readonly Facet[] } {
  const ofAgent = groups.filter((group) => agent === undefined || group.agent === agent);
  const inState = groups.filter((group) => state === undefined || group.state === state);
  const agents = [...Map.groupBy(inState, (group) => group.agent)].map(([name, its]) => {
    return { name, count: sumTasks(its) };
  });
  if (agent !== undefined && !agents.some(({ name }) => name === agent))
    agents.push({ name: agent, count: 0 });
  return {
    states: TASK_STATES.map((name) => {
      return { name, count: sumTasks(ofAgent.filter((group) => group.state === name)) };
    }).filter(({ name, count }) => count > 0 || name === state),
    agents: agents.toSorted(
      (one, other) => other.count - one.count || (one.name < other.name ? -1 : 1),
    ),
  };
}

function sumTasks(groups: TaskOverview['groups']): number {
  return groups.reduce((sum, { tasks }) => sum + tasks, 0);
}
