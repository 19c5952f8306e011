import { useState, type ReactNode } from 'react';
import { getNextOrder, sortLines, type SortValue, type TableOrder } from './sort-lines.ts';

/** Classes that hide a column on narrower screens. */
const SHOWN_FROM = { lg: 'max-lg:hidden', xl: 'max-xl:hidden' } as const;

export interface DenseColumn<Line> {
  readonly head: string;
  readonly isNumber?: boolean;
  /** Narrowest screen that shows the column. Default: all screens. */
  readonly from?: keyof typeof SHOWN_FROM;
  /** Whether the column contains the name of the row, so that screen readers read it as the row's header. */
  readonly isName?: boolean;
  /** The value by which the column can be sorted. Default: the column cannot be sorted. */
  readonly sortBy?: (line: Line) => SortValue;
  readonly render: (line: Line) => ReactNode;
}

interface DenseTableProps<Line> {
  readonly label: string;
  readonly columns: readonly DenseColumn<Line>[];
  readonly lines: readonly Line[];
  readonly getKey: (line: Line) => string;
  /** Text that is shown if the table has no rows. */
  readonly empty: string;
}

/** A table of short rows, which scrolls sideways where it does not fit. */
export function DenseTable<Line>({ label, columns, lines, getKey, empty }: DenseTableProps<Line>) {
  const [order, setOrder] = useState<TableOrder>();
  const sortBy = columns.find(({ head }) => head === order?.head)?.sortBy;
  const shown = order && sortBy ? sortLines(lines, sortBy, order.direction) : lines;
  if (lines.length === 0) return <p className="mt-1 text-sm text-muted">{empty}</p>;
  return (
    <div
      className="mt-1.5 overflow-x-auto rounded-lg border border-line"
      role="region"
      aria-label={label}
      tabIndex={0}
    >
      <table className="w-full text-sm tabular-nums">
        <thead className="bg-surface text-2xs text-muted">
          <tr>
            {columns.map((column) => (
              <Head key={column.head} column={column} order={order} onOrderChange={setOrder} />
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((line) => (
            <tr key={getKey(line)} className="border-t border-line/70 hover:bg-hover">
              {columns.map((column) => (
                <Cell key={column.head} column={column} line={line} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface HeadProps<Line> {
  readonly column: DenseColumn<Line>;
  readonly order: TableOrder | undefined;
  readonly onOrderChange: (order: TableOrder | undefined) => void;
}

const DIRECTION_SIGNS = { ascending: '▲', descending: '▼' } as const;

function Head<Line>({ column, order, onOrderChange }: HeadProps<Line>) {
  const { head, isNumber = false, from, sortBy } = column;
  const direction = order?.head === head ? order.direction : undefined;
  const look = `h-8 px-3 font-normal whitespace-nowrap ${isNumber ? 'text-end' : 'text-start'} ${from ? SHOWN_FROM[from] : ''}`;
  if (!sortBy)
    return (
      <th scope="col" className={look}>
        {head}
      </th>
    );
  return (
    <th scope="col" className={look} aria-sort={direction ?? 'none'}>
      <button
        type="button"
        className="hover:text-ink hover:underline"
        onClick={() => onOrderChange(getNextOrder(order, head, isNumber))}
      >
        {head}
        {direction && <span aria-hidden="true"> {DIRECTION_SIGNS[direction]}</span>}
      </button>
    </th>
  );
}

function Cell<Line>({ column, line }: { column: DenseColumn<Line>; line: Line }) {
  const { isNumber, isName, from, render } = column;
  const look = `h-9 px-3 whitespace-nowrap ${isNumber ? 'text-end' : 'text-start'} ${from ? SHOWN_FROM[from] : ''}`;
  if (!isName) return <td className={look}>{render(line)}</td>;
  return (
    <th scope="row" className={`${look} font-normal`}>
      {render(line)}
    </th>
  );
}
