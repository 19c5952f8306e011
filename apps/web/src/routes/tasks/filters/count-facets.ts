import type { TaskGroupLine } from '@timestep-ai/timestep/view';
import { TASK_STATES, type Facet, type TaskFilters } from '../task-search.ts';

export interface Facets {
  readonly states: readonly Facet[];
  readonly agents: readonly Facet[];
  readonly entries: readonly Facet[];
  /** Number of tasks that other agents started, among the tasks that the filters select. */
  readonly asked: number;
}

type Column = 'state' | 'agent' | 'entry';

/**
 * Counts the tasks of each state, each agent and each entry point, among the tasks that the other
 * filters select. States are in their usual order; otherwise the largest count is first.
 */
export function countFacets(
  groups: readonly TaskGroupLine[],
  filters: Pick<TaskFilters, Column | 'asked'>,
): Facets {
  const shown = groups.filter(({ isAsked }) => filters.asked !== undefined || !isAsked);
  const counts = (column: Column): readonly Facet[] => {
    const selected = shown.filter((group) =>
      isGroupSelected(group, { ...filters, [column]: undefined }),
    );
    const byName = Map.groupBy(selected, (group) => group[column] ?? '');
    const facets = [...byName].map(([name, its]) => ({ name, count: sumTasks(its) }));
    const chosen = filters[column];
    const isMissing = chosen !== undefined && !byName.has(chosen);
    return [...facets, ...(isMissing ? [{ name: chosen, count: 0 }] : [])]
      .filter(({ name }) => name !== '')
      .toSorted((one, other) => other.count - one.count || (one.name < other.name ? -1 : 1));
  };
  const places = new Map<string, number>(TASK_STATES.map((name, at) => [name, at]));
  const states = counts('state').filter(({ name }) => places.has(name));
  return {
    states: states.toSorted(
      (one, other) => (places.get(one.name) ?? 0) - (places.get(other.name) ?? 0),
    ),
    agents: counts('agent'),
    entries: counts('entry'),
    asked: sumTasks(groups.filter((group) => group.isAsked && isGroupSelected(group, filters))),
  };
}

function isGroupSelected(
  group: TaskGroupLine,
  { state, agent, entry }: { readonly [Key in Column]?: string | undefined },
): boolean {
  return (
    (state === undefined || group.state === state) &&
    (agent === undefined || group.agent === agent) &&
    (entry === undefined || group.entry === entry)
  );
}

function sumTasks(groups: readonly TaskGroupLine[]): number {
  return groups.reduce((sum, { tasks }) => sum + tasks, 0);
}
