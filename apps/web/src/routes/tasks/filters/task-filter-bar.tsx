import { useEffect, useState } from 'react';
import { Button } from '../../../components/controls/button.tsx';
import { ENTRY_POINTS, isEntryPoint } from '../entry-points.ts';
import { countFacets } from './count-facets.ts';
import type { TaskFiltersProps } from './facet-panel.tsx';
import { parseTaskFilters, type Facet, type TaskFilters } from '../task-search.ts';
import { FilterBar } from '../../../components/forms/filter-bar.tsx';
import { Select, TextField } from '../../../components/forms/form.tsx';

const SEARCH_DELAY_MS = 200;
/** Classes of a select, of which tablets show all in one line below the search. */
const SELECT = 'min-w-0 sm:max-lg:flex-1 sm:max-lg:basis-0 lg:max-w-40 xl:hidden';

/** The search field of the task list, and its other filters on screens too narrow for the filter panel. */
export function TaskFilterBar({ filters, overview, onChange }: TaskFiltersProps) {
  const { states, agents, entries } = countFacets(overview?.groups ?? [], filters);
  const [text, setText] = useState(filters.text ?? '');
  useEffect(() => {
    if (text === (filters.text ?? '')) return undefined;
    const search = (): void => onChange(parseTaskFilters({ ...filters, text }));
    const timer = setTimeout(search, SEARCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [text, filters, onChange]);
  const set = (name: keyof TaskFilters, value: string): void =>
    onChange(parseTaskFilters({ ...filters, [name]: value }));
  const clear = (): void => {
    setText('');
    onChange({});
  };
  return (
    <FilterBar className="mt-2">
      <TextField
        type="search"
        aria-label="Search tasks"
        placeholder="Search"
        value={text}
        onChange={setText}
        className="flex-1 basis-48 sm:max-lg:basis-full"
      />
      <Select
        aria-label="State"
        className={SELECT}
        value={filters.state ?? ''}
        options={[['', 'all states'], ...states.map((facet) => facetToOption(facet))]}
        onChange={(state) => set('state', state)}
      />
      <Select
        aria-label="Agent"
        className={SELECT}
        value={filters.agent ?? ''}
        options={[['', 'all agents'], ...agents.map((facet) => facetToOption(facet))]}
        onChange={(agent) => set('agent', agent)}
      />
      <Select
        aria-label="Received through"
        className={SELECT}
        value={filters.entry ?? ''}
        options={[
          ['', 'any protocol'],
          ...entries.map(({ name, count }) =>
            facetToOption({ name, count }, isEntryPoint(name) ? ENTRY_POINTS[name] : name),
          ),
        ]}
        onChange={(entry) => set('entry', entry)}
      />
      <Select
        aria-label="Changed"
        className={SELECT}
        value={filters.days ?? ''}
        options={[
          ['', 'any time'],
          ['1', 'today'],
          ['7', '7 days'],
          ['30', '30 days'],
        ]}
        onChange={(days) => set('days', days)}
      />
      <Select
        aria-label="Which tasks"
        className={SELECT}
        value={filters.asked ?? ''}
        options={[
          ['', 'runs only'],
          ['too', 'tasks of called agents too'],
        ]}
        onChange={(asked) => set('asked', asked)}
      />
      {filters.context !== undefined && (
        <Button onClick={() => set('context', '')}>Only one conversation ✕</Button>
      )}
      {Object.keys(filters).length > 0 && <Button onClick={clear}>Clear</Button>}
    </FilterBar>
  );
}

function facetToOption(
  { name, count }: Facet,
  title: string = name,
): readonly [value: string, text: string] {
  return [name, `${title} (${count.toLocaleString('en')})`];
}
