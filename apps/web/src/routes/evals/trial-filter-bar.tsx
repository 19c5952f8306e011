import { Button } from '../../components/button.tsx';
import { OUTCOMES } from '../../components/verdict-badge.tsx';
import type { FilterChoices } from './run-grid.ts';
import { parseTrialSearch, removeFilters, type TrialSearch } from './trial-search.ts';

const FIELD = 'min-h-8 min-w-0 max-w-full rounded-md border border-line bg-page px-2 text-sm';

/** Filters of the trial grid. Each change is stored in the URL. */
export function TrialFilterBar({
  search,
  choices,
  onChange,
}: {
  readonly search: TrialSearch;
  readonly choices: FilterChoices;
  readonly onChange: (search: TrialSearch) => void;
}) {
  const set = (name: 'text' | 'outcome' | 'grader' | 'tag', value: string): void =>
    onChange(parseTrialSearch({ ...search, [name]: value }));
  const { text, outcome, grader, tag } = search;
  return (
    <div role="search" className="flex flex-wrap gap-2 print:hidden">
      <input
        type="search"
        aria-label="Search tasks of the run"
        placeholder="Task"
        value={text ?? ''}
        onChange={({ target }) => set('text', target.value)}
        className={`${FIELD} flex-1 basis-40`}
      />
      <FilterSelect
        label="Outcome"
        every="all outcomes"
        value={outcome ?? ''}
        options={choices.outcomes.map((one) => [one, OUTCOMES[one][1]])}
        onChange={(value) => set('outcome', value)}
      />
      <FilterSelect
        label="Failing grader"
        every="any grader"
        value={grader ?? ''}
        options={choices.graders.map((name) => [name, name])}
        onChange={(value) => set('grader', value)}
      />
      <FilterSelect
        label="Tag"
        every="all tags"
        value={tag ?? ''}
        options={choices.tags.map((name) => [name, name])}
        onChange={(value) => set('tag', value)}
      />
      {(text ?? outcome ?? grader ?? tag) !== undefined && (
        <Button onClick={() => onChange(removeFilters(search))}>Clear</Button>
      )}
    </div>
  );
}

/** A selection of one option. Hidden if there are no options. */
function FilterSelect({
  label,
  every,
  value,
  options,
  onChange,
}: {
  readonly label: string;
  readonly every: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, words: string])[];
  readonly onChange: (value: string) => void;
}) {
  if (options.length === 0 && value === '') return null;
  const isKnown = value === '' || options.some(([one]) => one === value);
  return (
    <select
      aria-label={label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      className={FIELD}
    >
      <option value="">{every}</option>
      {!isKnown && <option value={value}>{value}</option>}
      {options.map(([one, words]) => (
        <option key={one} value={one}>
          {words}
        </option>
      ))}
    </select>
  );
}
