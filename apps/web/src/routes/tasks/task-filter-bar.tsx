import { useEffect, useState } from 'react';
import type { TaskOverview } from '@timestep-ai/timestep/view';
import { Button } from '../../components/controls/button.tsx';
import { TASK_STATES, parseTaskFilters, type TaskFilters } from './task-search.ts';
import { Select, TextField } from '../../components/forms/form.tsx';

const SEARCH_DELAY_MS = 200;

interface TaskFilterBarProps {
  readonly filters: TaskFilters;
  /** Counts of the newest tasks by state and agent, shown next to the filter choices. */
  readonly overview: TaskOverview | undefined;
  readonly onChange: (filters: TaskFilters) => void;
}

export function TaskFilterBar({ filters, overview, onChange }: TaskFilterBarProps) {
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
    <div role="search" className="mt-2 flex flex-wrap gap-2">
      <TextField
        type="search"
        aria-label="Search tasks"
        placeholder="Search"
        value={text}
        onChange={setText}
        className="flex-1 basis-48"
      />
      <Select
        aria-label="State"
        value={filters.state ?? ''}
        options={[
          ['', 'all states'],
          ...TASK_STATES.map(
            (state) => [state, formatNameWithCount(state, overview?.states[state])] as const,
          ),
        ]}
        onChange={(state) => set('state', state)}
      />
      <Select
        aria-label="Agent"
        value={filters.agent ?? ''}
        options={[['', 'all agents'], ...listAgents(overview, filters.agent)]}
        onChange={(agent) => set('agent', agent)}
      />
      <Select
        aria-label="Changed"
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
        value={filters.asked ?? ''}
        options={[
          ['', 'runs'],
          ['too', 'runs and asked tasks'],
        ]}
        onChange={(asked) => set('asked', asked)}
      />
      {filters.context !== undefined && (
        <Button onClick={() => set('context', '')}>One conversation ✕</Button>
      )}
      {Object.keys(filters).length > 0 && <Button onClick={clear}>Clear</Button>}
    </div>
  );
}

function formatNameWithCount(name: string, count: number | undefined): string {
  return count === undefined ? name : `${name} (${count.toLocaleString('en')})`;
}

/** Lists the agents of the newest tasks, most tasks first, and the chosen one. */
function listAgents(
  overview: TaskOverview | undefined,
  chosen: string | undefined,
): readonly (readonly [value: string, text: string])[] {
  const agents = new Map(Object.entries(overview?.agents ?? {}));
  if (chosen !== undefined && !agents.has(chosen)) agents.set(chosen, undefined);
  return [...agents]
    .toSorted(([, one = 0], [, other = 0]) => other - one)
    .map(([name, count]) => [name, formatNameWithCount(name, count)] as const);
}
