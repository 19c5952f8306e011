import { Link } from '@tanstack/react-router';
import { TaskStateLabel } from '../../components/values/state-label.tsx';
import { formatTimestamp } from '../../components/values/format-time.ts';
import type { ObservedCall } from './call-graph.ts';

const MAX_SHOWN = 20;

interface EndedCallListProps {
  readonly calls: readonly ObservedCall[];
  /** By agent id. */
  readonly names: ReadonlyMap<string, string>;
}

export function EndedCallList({ calls, names }: EndedCallListProps) {
  if (calls.length === 0) return null;
  return (
    <section aria-label="Recent calls" className="mt-4">
      <h2 className="font-semibold">Recent calls</h2>
      <ul className="mt-1">
        {calls.slice(0, MAX_SHOWN).map(({ from, task }) => (
          <li
            key={`${from} ${task.id}`}
            className="flex flex-wrap items-center gap-x-3 border-t border-line py-1 text-sm"
          >
            <span>
              <bdi>{names.get(from)}</bdi> called <bdi>{names.get(task.agent)}</bdi>
            </span>
            <TaskStateLabel state={task.state} />
            <Link
              to="/tasks/$taskId"
              params={{ taskId: task.id }}
              className="min-w-0 truncate text-accent underline"
            >
              <bdi>{task.title || task.id}</bdi>
            </Link>
            <span className="text-muted">{formatTimestamp(task.updatedAt)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
