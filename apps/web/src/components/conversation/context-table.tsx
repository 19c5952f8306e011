import type { ContextItem, OmittedItem } from '@timestep-ai/timestep/view';
import { Table } from '../values/table.tsx';

interface ContextTableProps {
  readonly items: readonly ContextItem[];
  readonly omitted?: readonly OmittedItem[] | undefined;
  readonly note?: string | undefined;
}

export function ContextTable({ items, omitted = [], note }: ContextTableProps) {
  if (items.length === 0 && omitted.length === 0) {
    return (
      <p className="p-4 text-muted">
        {note ?? 'No rules, references or skills were added for this message.'}
      </p>
    );
  }
  return (
    <div className="p-4">
      <Table
        label="Context selected for the newest message"
        heads={['Kind', 'Name', 'Reason', 'Relevance']}
        rows={[
          ...items.map(({ kind, name, reason, score }) => [kind, name, reason, score?.toFixed(2)]),
          ...omitted.map(({ kind, name, score, floor }) => [
            kind,
            name,
            `not chosen: score is below ${floor}`,
            score.toFixed(2),
          ]),
        ]}
      />
      {note !== undefined && <p className="mt-2 text-sm text-muted">{note}</p>}
    </div>
  );
}
