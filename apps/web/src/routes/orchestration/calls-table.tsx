import { callText, type GraphCall } from './call-graph.ts';

/** The arrows of the graph in words. */
export function CallsTable({
  calls,
  names,
}: {
  readonly calls: readonly GraphCall[];
  /** Of agents, by their ids. */
  readonly names: ReadonlyMap<string, string>;
}) {
  return (
    <section aria-label="Who may call whom" className="mt-4">
      <h2 className="font-semibold">Who may call whom</h2>
      {calls.length === 0 ? (
        <p className="mt-1 text-sm text-muted">
          No agent names another one: its folder does so under <code>"agents"</code>.
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
                  <td>{callText(call)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
