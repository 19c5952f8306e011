import type { TreeTotals } from '@timestep-ai/timestep/view';
import { DenseTable, type DenseColumn } from '../../components/values/dense-table.tsx';
import { compareTotals, type ComparedFigure } from './compare-totals.ts';

interface FiguresTableProps {
  readonly first: TreeTotals;
  readonly second: TreeTotals;
}

/** Shows the figures of two compared runs, such as their cost, and by how much they differ. */
export function FiguresTable({ first, second }: FiguresTableProps) {
  return (
    <section aria-label="Numbers" className="mt-5 max-w-3xl">
      <h2 className="font-semibold">Numbers</h2>
      <DenseTable
        label="Numbers of both runs"
        columns={COLUMNS}
        lines={compareTotals(first, second)}
        getKey={({ name }) => name}
        empty="No numbers to compare."
      />
    </section>
  );
}

const COLUMNS: readonly DenseColumn<ComparedFigure>[] = [
  { head: 'Measure', isName: true, render: ({ name }) => name },
  { head: 'A', isNumber: true, render: ({ first }) => first },
  { head: 'B', isNumber: true, render: ({ second }) => second },
  {
    head: 'Difference',
    isNumber: true,
    render: ({ difference }) => <span className="text-muted">{difference}</span>,
  },
];
