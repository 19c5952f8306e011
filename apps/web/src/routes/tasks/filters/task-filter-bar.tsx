import { useEffect, useId, useState } from 'react';
import { Button } from '../../../components/controls/button.tsx';
import { ChevronDown } from '../../../icons/icons.ts';
import { Facets, type TaskFiltersProps } from './facet-panel.tsx';
import { parseTaskFilters, type TaskFilters } from '../task-search.ts';
import { FilterBar } from '../../../components/forms/filter-bar.tsx';
import { TextField } from '../../../components/forms/form.tsx';

const SEARCH_DELAY_MS = 200;
/** Filters that the panel of filters shows, which are counted where it is closed. */
const SHOWN_AS_FACETS = ['state', 'agent', 'entry', 'days', 'since', 'until', 'asked'] as const;

/** The search field of the task list. On screens too narrow for the filter panel, a button opens the filters below it. */
export function TaskFilterBar({ filters, overview, onChange }: TaskFiltersProps) {
  const panel = useId();
  const [isOpen, setOpen] = useState(false);
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
  const chosen = SHOWN_AS_FACETS.filter((name) => filters[name] !== undefined).length;
  return (
    <>
      <FilterBar className="mt-2">
        <TextField
          type="search"
          aria-label="Search tasks"
          placeholder="Search"
          value={text}
          onChange={setText}
          className="flex-1 basis-48"
        />
        <Button
          className="xl:hidden"
          aria-expanded={isOpen}
          aria-controls={panel}
          onClick={() => setOpen(!isOpen)}
        >
          Filters{chosen > 0 && ` (${chosen})`}
          <ChevronDown aria-hidden="true" size={14} className={isOpen ? 'rotate-180' : ''} />
        </Button>
        {filters.context !== undefined && (
          <Button onClick={() => set('context', '')}>Only one conversation ✕</Button>
        )}
        {Object.keys(filters).length > 0 && <Button onClick={clear}>Clear</Button>}
      </FilterBar>
      <section
        id={panel}
        aria-label="Filters"
        hidden={!isOpen}
        className="mt-2 max-h-[50vh] gap-4 overflow-y-auto rounded-lg border border-line p-3 sm:columns-2 lg:columns-3 xl:hidden *:mb-4 *:break-inside-avoid"
      >
        {isOpen && <Facets {...{ filters, overview, onChange }} />}
      </section>
    </>
  );
}
