import { Button } from '../../components/button.tsx';
import { OUTCOMES, type Outcome } from '../../components/verdict-badge.tsx';
import { trialSearch, type TrialSearch } from './trial-search.ts';

const FIELD = 'min-h-8 min-w-0 rounded-md border border-line bg-page px-2 text-sm';

/** Filters of the grid; each change goes into the address. */
export function TrialFilterBar({
  search,
  outcomes,
  onChange,
}: {
  readonly search: TrialSearch;
  readonly outcomes: readonly Outcome[];
  readonly onChange: (search: TrialSearch) => void;
}) {
  const set = (name: 'text' | 'outcome', value: string): void =>
    onChange(trialSearch({ ...search, [name]: value }));
  return (
    <div role="search" className="flex flex-wrap gap-2">
      <input
        type="search"
        aria-label="Search tasks of the run"
        placeholder="Task"
        value={search.text ?? ''}
        onChange={({ target }) => set('text', target.value)}
        className={`${FIELD} flex-1 basis-40`}
      />
      <select
        aria-label="Outcome"
        value={search.outcome ?? ''}
        onChange={({ target }) => set('outcome', target.value)}
        className={FIELD}
      >
        <option value="">every outcome</option>
        {outcomes.map((outcome) => (
          <option key={outcome} value={outcome}>
            {OUTCOMES[outcome][1]}
          </option>
        ))}
      </select>
      {(search.text ?? search.outcome) !== undefined && (
        <Button
          onClick={() => {
            const { text: _text, outcome: _outcome, ...rest } = search;
            onChange(rest);
          }}
        >
          Clear
        </Button>
      )}
    </div>
  );
}
