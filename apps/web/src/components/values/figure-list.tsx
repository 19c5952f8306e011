export interface Figure {
  readonly name: string;
  readonly value: string;
  readonly note?: string;
}

export function FigureList({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-2">
      {figures.map(({ name, value, note = '' }) => (
        <div key={name}>
          <dt className="text-xs text-muted">{name}</dt>
          <dd className="font-semibold tabular-nums">{value}</dd>
          {note !== '' && <dd className="text-xs text-muted">{note}</dd>}
        </div>
      ))}
    </dl>
  );
}
