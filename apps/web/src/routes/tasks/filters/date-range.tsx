import { TextField } from '../../../components/forms/form.tsx';
import { parseTaskFilters, type TaskFilters } from '../task-search.ts';

interface DateRangeProps {
  readonly filters: TaskFilters;
  readonly onChange: (filters: TaskFilters) => void;
}

/** The first and the last day on which the listed tasks have changed. They replace a number of days. */
export function DateRange({ filters, onChange }: DateRangeProps) {
  const { days: _days, ...others } = filters;
  const { since = '', until = '' } = filters;
  const isReversed = since !== '' && until !== '' && since > until;
  const set = (name: 'since' | 'until') => (day: string) =>
    onChange(parseTaskFilters({ ...(day === '' ? filters : others), [name]: day }));
  return (
    <div className="mt-1 px-2">
      <div className="flex gap-2 xl:flex-col">
        <TextField
          label={<span className="text-xs text-muted">First day</span>}
          type="date"
          value={since}
          max={until || undefined}
          aria-invalid={isReversed}
          className="w-full"
          onChange={set('since')}
        />
        <TextField
          label={<span className="text-xs text-muted">Last day</span>}
          type="date"
          value={until}
          min={since || undefined}
          aria-invalid={isReversed}
          className="w-full"
          onChange={set('until')}
        />
      </div>
      {isReversed && (
        <p role="status" className="mt-1 text-xs text-bad">
          The first day is after the last.
        </p>
      )}
    </div>
  );
}
