import { useEffect, useState } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { TASK_STATES, parseTaskFilters, type TaskFilters } from './task-search.ts';
import { Select, TextField } from '../../components/forms/form.tsx';

const SEARCH_DELAY_MS = 200;
const TITLES = { agent: 'Agent', context: 'Context' } as const;

interface TaskFilterBarProps {
  readonly filters: TaskFilters;
  readonly onChange: (filters: TaskFilters) => void;
}

export function TaskFilterBar({ filters, onChange }: TaskFilterBarProps) {
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
        options={[['', 'all states'], ...TASK_STATES]}
        onChange={(state) => set('state', state)}
      />
      {(['agent', 'context'] as const).map((name) => (
        <TextField
          key={name}
          aria-label={TITLES[name]}
          placeholder={TITLES[name]}
          value={filters[name] ?? ''}
          onChange={(value) => set(name, value)}
          className="w-32"
        />
      ))}
      {Object.keys(filters).length > 0 && <Button onClick={clear}>Clear</Button>}
    </div>
  );
}
