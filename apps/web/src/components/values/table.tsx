import type { ReactNode } from 'react';

interface TableProps {
  readonly label?: string;
  readonly heads: readonly ReactNode[];
  readonly rows: readonly (readonly ReactNode[])[];
  readonly hasRowHeads?: boolean;
}

export function Table({ label, heads, rows, hasRowHeads = false }: TableProps) {
  return (
    <table className="w-full text-left text-sm tabular-nums">
      {label !== undefined && <caption className="sr-only">{label}</caption>}
      <thead className="text-muted">
        <tr>
          {heads.map((head, column) => (
            <th key={column} scope="col" className="pe-4 font-normal">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, row) => (
          <tr key={row} className="border-t border-line align-baseline">
            {cells.map((cell, column) => {
              const Cell = hasRowHeads && column === 0 ? 'th' : 'td';
              return (
                <Cell key={column} className="py-1 pe-4" {...(Cell === 'th' && { scope: 'row' })}>
                  {cell}
                </Cell>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
