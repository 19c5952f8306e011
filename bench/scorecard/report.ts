import { formatFigure } from '../statistics.ts';
import type { Report, Row } from '../suite.ts';
import { BARE, COMPARED } from './subjects.ts';

const HEAD = [
  'product',
  'version',
  'kills',
  'moment missed',
  'story failed',
  'lost',
  'sent twice',
  'twice in spite of the key',
  'not done',
  'asked again',
  'stream cut',
  'model paid again',
  'goes on ms',
  '95 %',
  'CPU ms above the loop',
];

/** A table of faults; what a product does not offer is `-`. */
export function scorecardReport(rows: readonly Row[]): Report {
  const floor = rows.find(({ name }) => name === BARE)?.cpu_us ?? 0;
  const lines = rows.map((row) => {
    const title = COMPARED.find(({ name }) => name === row.name)?.title ?? row.name;
    const count = (field: string): string => String(row[field] ?? '-');
    return [
      title,
      count('version'),
      ...['kills', 'missed', 'failed', 'lost', 'sent_twice', 'doubled', 'missing'].map(count),
      ...['asked_again', 'cut', 'model_again'].map(count),
      formatFigure(Number(row['went_on_ms'])),
      formatFigure(Number(row['went_on_ms_p95'])),
      formatFigure((row.cpu_us - floor) / 1000),
    ];
  });
  const ours = rows.filter(({ name }) => name.startsWith('timestep'));
  const aims = ours.flatMap((row) =>
    ['lost', 'doubled', 'asked_again', 'cut'].map((field) => ({
      what: `${row.name}: ${field}`,
      figure: Number(row[field] ?? 0),
      atMost: 0,
    })),
  );
  return { head: HEAD, lines, aims };
}
