import { Link } from '@tanstack/react-router';
import { TaskStateLabel } from '../../components/values/state-label.tsx';
import { formatTimestamp } from '../../components/values/formats.ts';
import { describeCall, type GraphCall, type ObservedCall } from './call-graph.ts';

interface CallsTableProps {
  readonly calls: readonly GraphCall[];
  /** By agent id. */
  readonly names: ReadonlyMap<string, string>;
}

export function CallsTable({ calls, names }: CallsTableProps) {
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
          <table className="w-full text-left text-sm">
            <thead className="text-muted">
              <tr>
                {['Agent', 'May call', 'Calls'].map((head) => (
                  <th key={head} scope="col" className="pe-4 font-normal">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {calls.map((call) => (
                <tr key={`${call.from} ${call.to}`} className="border-t border-line">
                  <td className="py-1 pe-4">
                    <bdi>{names.get(call.from)}</bdi>
                  </td>
                  <td className="pe-4">
                    <bdi>{names.get(call.to)}</bdi>
                  </td>
                  <td>{describeCall(call)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

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
