import { describeCall, type GraphCall } from './call-graph.ts';

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
