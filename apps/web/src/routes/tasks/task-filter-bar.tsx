import { useEffect, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { TASK_STATES, parseTaskFilters, type TaskFilters } from './task-search.ts';

const FIELD = 'min-h-8 min-w-0 rounded-md border border-line bg-page px-2 text-sm';

/** Milliseconds after the last keystroke before the search starts. */
const SEARCH_DELAY_MS = 200;

/** Filters of the task list. Each change is stored in the URL. */
export function TaskFilterBar({
  filters,
  onChange,
}: {
  readonly filters: TaskFilters;
  readonly onChange: (filters: TaskFilters) => void;
}) {
  const [text, setText] = useState(filters.text ?? '');
  useEffect(() => {
    if (text === (filters.text ?? '')) return undefined;
    const timer = setTimeout(
      () => onChange(parseTaskFilters({ ...filters, text })),
      SEARCH_DELAY_MS,
    );
    return () => clearTimeout(timer);
  }, [text, filters, onChange]);
  const set = (name: keyof TaskFilters, value: string): void =>
    onChange(parseTaskFilters({ ...filters, [name]: value }));
  return (
    <div role="search" className="mt-2 flex flex-wrap gap-2">
      <input
        type="search"
        aria-label="Search tasks"
        placeholder="Search"
        value={text}
        onChange={({ target }) => setText(target.value)}
        className={`${FIELD} flex-1 basis-48`}
      />
      <select
        aria-label="State"
        value={filters.state ?? ''}
        onChange={({ target }) => set('state', target.value)}
        className={FIELD}
      >
        <option value="">all states</option>
        {TASK_STATES.map((state) => (
          <option key={state}>{state}</option>
        ))}
      </select>
      <input
        aria-label="Agent"
        placeholder="Agent"
        value={filters.agent ?? ''}
        onChange={({ target }) => set('agent', target.value)}
        className={`${FIELD} w-32`}
      />
      <input
        aria-label="Context"
        placeholder="Context"
        value={filters.context ?? ''}
        onChange={({ target }) => set('context', target.value)}
        className={`${FIELD} w-32`}
      />
      {Object.keys(filters).length > 0 && (
        <Button
          onClick={() => {
            setText('');
            onChange({});
          }}
        >
          Clear
        </Button>
      )}
    </div>
  );
}
