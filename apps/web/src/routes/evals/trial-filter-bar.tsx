import { Button } from '../../components/controls/button.tsx';
import { OUTCOMES } from '../../components/values/state-label.tsx';
import type { FilterChoices } from './run-grid.ts';
import { getOpenTrial, parseTrialSearch, type TrialSearch } from './trial-search.ts';
import { Select, TextField, type SelectProps } from '../../components/forms/form.tsx';

interface TrialFilterBarProps {
  readonly search: TrialSearch;
  readonly choices: FilterChoices;
  readonly onChange: (search: TrialSearch) => void;
}

export function TrialFilterBar({ search, choices, onChange }: TrialFilterBarProps) {
  const set = (name: 'text' | 'outcome' | 'grader' | 'tag', value: string): void =>
    onChange(parseTrialSearch({ ...search, [name]: value }));
  const { text, outcome, grader, tag } = search;
  return (
    <div role="search" className="flex flex-wrap gap-2 print:hidden">
      <TextField
        type="search"
        aria-label="Search tasks of the run"
        placeholder="Task"
        value={text ?? ''}
        onChange={(value) => set('text', value)}
        className="flex-1 basis-40"
      />
      {(
        [
          [
            'outcome',
            'Outcome',
            'all outcomes',
            choices.outcomes.map((one) => [one, OUTCOMES[one][1]] as const),
          ],
          ['grader', 'Failing grader', 'any grader', choices.graders],
          ['tag', 'Tag', 'all tags', choices.tags],
        ] as const
      ).map(([name, label, every, options]) => (
        <FilterSelect
          key={name}
          label={label}
          every={every}
          value={search[name] ?? ''}
          options={options}
          onChange={(value) => set(name, value)}
        />
      ))}
      {(text ?? outcome ?? grader ?? tag) !== undefined && (
        <Button onClick={() => onChange(getOpenTrial(search) ?? {})}>Clear</Button>
      )}
    </div>
  );
}

interface FilterSelectProps {
  readonly label: string;
  readonly every: string;
  readonly value: string;
  readonly options: SelectProps['options'];
  readonly onChange: (value: string) => void;
}

function FilterSelect({ label, every, value, options, onChange }: FilterSelectProps) {
  if (options.length === 0 && value === '') return null;
  const isKnown =
    value === '' || options.some((one) => (typeof one === 'string' ? one : one[0]) === value);
  return (
    <Select
      aria-label={label}
      value={value}
      options={[['', every], ...(isKnown ? options : [value, ...options])]}
      onChange={onChange}
    />
  );
}
