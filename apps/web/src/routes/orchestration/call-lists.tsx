import { Link } from '@tanstack/react-router';
import { TaskStateLabel } from '../../components/values/state-label.tsx';
import { Table } from '../../components/values/table.tsx';
import { describeCallCounts, type GraphCall, type ObservedCall } from './call-graph.ts';
import { Moment } from '../../components/values/moment.tsx';

interface CallsTableProps {
  readonly calls: readonly GraphCall[];
  /** Names of the agents, by agent id. */
  readonly names: ReadonlyMap<string, string>;
}

export function AllowedCallsTable({ calls, names }: CallsTableProps) {
  return (
    <section aria-label="Allowed calls" className="mt-4">
      <h2 className="font-semibold">Allowed calls</h2>
      {calls.length === 0 ? (
        <p className="mt-1 text-sm text-muted">
          No agent lists other agents. Add them under <code>"agents"</code> in the folder of an
          agent.
        </p>
      ) : (
        <div className="mt-1 max-h-96 overflow-auto" tabIndex={0} role="region" aria-label="Calls">
          <Table
            heads={['Agent', 'May call', 'Calls']}
            rows={calls.map((call) => [
              <bdi>{names.get(call.from)}</bdi>,
              <bdi>{names.get(call.to)}</bdi>,
              describeCallCounts(call),
            ])}
          />
        </div>
      )}
    </section>
  );
}

const MAX_SHOWN = 20;

interface EndedCallListProps extends Pick<CallsTableProps, 'names'> {
  readonly calls: readonly ObservedCall[];
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
            <span className="text-muted">
              <Moment at={task.updatedAt} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
