import { Button } from '../../components/controls/button.tsx';
import { OUTCOMES } from '../../components/values/state-label.tsx';
import type { FilterChoices } from './run-grid.ts';
import { getOpenTrial, parseTrialSearch, type TrialSearch } from './trial-search.ts';
import { FilterBar } from '../../components/forms/filter-bar.tsx';
import { Select, TextField } from '../../components/forms/form.tsx';

interface TrialFilterBarProps {
  readonly search: TrialSearch;
  readonly choices: FilterChoices;
  readonly onChange: (search: TrialSearch) => void;
}

export function TrialFilterBar({ search, choices, onChange }: TrialFilterBarProps) {
  const set = (name: 'text' | 'outcome' | 'grader' | 'tag', value: string): void =>
    onChange(parseTrialSearch({ ...search, [name]: value }));
  const { text, outcome, grader, tag } = search;
  const toOption = (word: string, title = word) => [word, title] as const;
  const selects = [
    [
      'outcome',
      'Outcome',
      'all outcomes',
      choices.outcomes.map((one) => toOption(one, OUTCOMES[one][1])),
    ],
    ['grader', 'Failing grader', 'any grader', choices.graders.map((one) => toOption(one))],
    ['tag', 'Tag', 'all tags', choices.tags.map((one) => toOption(one))],
  ] as const;
  return (
    <FilterBar className="print:hidden">
      <TextField
        type="search"
        aria-label="Search tasks of the run"
        placeholder="Task"
        value={text ?? ''}
        onChange={(value) => set('text', value)}
        className="flex-1 basis-40"
      />
      {selects.map(([name, label, every, options]) => {
        const value = search[name] ?? '';
        const isKnown = value === '' || options.some(([one]) => one === value);
        return (
          (options.length > 0 || value !== '') && (
            <Select
              key={name}
              aria-label={label}
              value={value}
              options={[['', every], ...(isKnown ? options : [value, ...options])]}
              onChange={(next) => set(name, next)}
            />
          )
        );
      })}
      {(text ?? outcome ?? grader ?? tag) !== undefined && (
        <Button onClick={() => onChange(getOpenTrial(search) ?? {})}>Clear</Button>
      )}
    </FilterBar>
  );
}
