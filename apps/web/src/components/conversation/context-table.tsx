import type { ContextItem } from '@timestep-ai/timestep/view';

interface ContextTableProps {
  readonly items: readonly ContextItem[];
  readonly note?: string | undefined;
}

export function ContextTable({ items, note }: ContextTableProps) {
  if (items.length === 0) {
    return <p className="p-4 text-muted">{note ?? 'No context was selected for this message.'}</p>;
  }
  return (
    <div className="p-4">
      <table className="w-full text-left text-sm">
        <caption className="sr-only">Context selected for the newest message</caption>
        <thead className="text-muted">
          <tr>
            <th scope="col">Kind</th>
            <th scope="col">Name</th>
            <th scope="col">Reason</th>
            <th scope="col">Score</th>
          </tr>
        </thead>
        <tbody>
          {items.map(({ kind, name, reason, score }) => (
            <tr key={`${kind}/${name}`} className="border-t border-line">
              <td>{kind}</td>
              <td>{name}</td>
              <td>{reason}</td>
              <td>{score === undefined ? '' : score.toFixed(2)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {note !== undefined && <p className="mt-2 text-sm text-muted">{note}</p>}
    </div>
  );
}
