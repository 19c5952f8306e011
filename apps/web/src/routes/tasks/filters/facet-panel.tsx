import type { TaskOverview } from '@timestep-ai/timestep/view';
import { TaskStateLabel } from '../../../components/values/state-label.tsx';
import { Avatar } from '../../../components/values/avatar.tsx';
import { ENTRY_POINTS, isEntryPoint } from '../entry-points.ts';
import { countFacets } from './count-facets.ts';
import { DateRange } from './date-range.tsx';
import { FacetList } from './facet-list.tsx';
import { SavedViews } from './saved-views-list.tsx';
import { isTaskState, parseTaskFilters, type TaskFilters } from '../task-search.ts';

export interface TaskFiltersProps {
  readonly filters: TaskFilters;
  readonly overview: TaskOverview | undefined;
  readonly onChange: (filters: TaskFilters) => void;
}

/** The filters of the task list beside it, on wide screens. */
export function FacetPanel(props: TaskFiltersProps) {
  return (
    <aside
      aria-label="Filters"
      className="flex w-56 shrink-0 flex-col gap-5 overflow-y-auto border-e border-line px-3 py-3 max-xl:hidden"
    >
      <Facets {...props} />
    </aside>
  );
}

/** Saved views, and the filters of the task list: states, agents and protocols with their counts, and time. */
export function Facets({ filters, overview, onChange }: TaskFiltersProps) {
  const { states, agents, entries, asked } = countFacets(overview?.groups ?? [], filters);
  const set = (name: keyof TaskFilters) => (value: string | undefined) =>
    onChange(parseTaskFilters({ ...filters, [name]: value }));
  const { since: _since, until: _until, ...undated } = filters;
  return (
    <>
      <SavedViews filters={filters} onChange={onChange} />
      <FacetList
        title="State"
        facets={states}
        chosen={filters.state}
        onChoose={set('state')}
        render={(name) => (isTaskState(name) ? <TaskStateLabel state={name} /> : name)}
      />
      <FacetList
        title="Agent"
        facets={agents}
        chosen={filters.agent}
        onChoose={set('agent')}
        render={(name) => (
          <>
            <Avatar name={name} />
            <bdi className="truncate">{name}</bdi>
          </>
        )}
      />
      <FacetList
        title="Received through"
        facets={entries}
        chosen={filters.entry}
        onChoose={set('entry')}
        render={(name) => (isEntryPoint(name) ? ENTRY_POINTS[name] : name)}
      />
      <FacetList
        title="Changed"
        facets={[{ name: '1' }, { name: '7' }, { name: '30' }]}
        chosen={filters.days}
        onChoose={(days) => onChange(parseTaskFilters({ ...undated, days }))}
        render={(name) => TIMES[name] ?? name}
      >
        <DateRange filters={filters} onChange={onChange} />
      </FacetList>
      <FacetList
        title="Called agents"
        facets={[{ name: 'too', ...(asked > 0 && { count: asked }) }]}
        chosen={filters.asked}
        onChoose={set('asked')}
        render={() => 'show their tasks too'}
      />
    </>
  );
}

const TIMES: Readonly<Record<string, string>> = {
  1: 'today',
  7: 'in the last 7 days',
  30: 'in the last 30 days',
};
