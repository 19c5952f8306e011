import { Link } from '@tanstack/react-router';
import { Button } from '../../components/controls/button.tsx';

interface SelectionBarProps {
  /** Ids of the selected tasks, at most two. */
  readonly selected: readonly string[];
  readonly onClear: () => void;
}

/** Bar with the actions for the runs that the user has selected. */
export function TaskSelectionBar({ selected, onClear }: SelectionBarProps) {
  const [taskId, otherId] = selected;
  if (taskId === undefined) return null;
  return (
    <div className="flex items-center gap-3 border-t border-line bg-surface px-4 py-2 text-sm">
      <span role="status">
        {otherId === undefined ? 'Select a second run to compare them.' : 'Two runs are selected.'}
      </span>
      <span className="ms-auto flex gap-2">
        {otherId !== undefined && (
          <Link
            to="/tasks/$taskId/against/$otherId"
            params={{ taskId, otherId }}
            className="inline-flex min-h-8 items-center rounded-md bg-accent px-3 text-on-accent"
          >
            Compare
          </Link>
        )}
        <Button onClick={onClear}>Clear selection</Button>
      </span>
    </div>
  );
}
