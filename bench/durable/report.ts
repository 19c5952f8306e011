import { formatFigure } from '../statistics.ts';
import { requireRow, type Aim, type Report, type Row } from '../suite.ts';
import { CONCURRENCIES, LENGTHS } from './measurement.ts';
import { FLOOR, OURS, SUBJECTS } from './subjects.ts';

export function durableReport(rows: readonly Row[]): Report {
  const commits = getFigure(requireRow(rows, FLOOR), 'effects_per_s_1');
  return {
    head: [
      '',
      ...CONCURRENCIES.map((tasks) => `effects/s, ${tasks}`),
      'medians',
      '× commits at 20',
      'CPU µs',
      'accept ms p50',
      'p99',
      'continues s',
      'done s',
      'repeated',
    ],
    lines: rows.map((row) => [
      row.name,
      ...CONCURRENCIES.map((tasks) => formatFigure(getFigure(row, `effects_per_s_${tasks}`))),
      CONCURRENCIES.map((tasks) =>
        formatFigure(getFigure(row, `effects_per_s_${tasks}_median`)),
      ).join(' '),
      formatFigure(getFigure(row, 'effects_per_s_20') / commits),
      formatFigure(row.cpu_us),
      getText(row, 'accept_p50_ms'),
      getText(row, 'accept_p99_ms'),
      getText(row, 'recovery_s'),
      getText(row, 'recovery_done_s'),
      getText(row, 'repeated_effects'),
    ]),
    aims: createAims(rows),
  };
}

function createAims(rows: readonly Row[]): Aim[] {
  const ours = requireRow(rows, OURS);
  return [
    {
      what: 'timestep, effects/s of 100 tasks',
      figure: getFigure(ours, 'effects_per_s_100'),
      atLeast: 5000,
    },
    ...createPeerAims(rows, ours),
    {
      what: 'timestep, seconds until a killed process is replaced and continues, median',
      figure: getFigure(ours, 'recovery_s'),
      atMost: 0.5,
    },
    {
      what: 'timestep, ms to accept, p50',
      figure: getFigure(ours, 'accept_p50_ms'),
      atMost: 5,
    },
    ...LENGTHS.slice(1).map((length) => ({
      what: `timestep, CPU of an event, ${length.toLocaleString('en-US')} × ${LENGTHS[0]} events`,
      figure: getFigure(ours, `event_us_${length}`) / getFigure(ours, `event_us_${LENGTHS[0]}`),
      atMost: 1.25,
    })),
  ];
}

/** Returns no aims if no other engine could be measured; the report says this elsewhere. */
function createPeerAims(rows: readonly Row[], ours: Row): Aim[] {
  const peers = SUBJECTS.filter(({ kind }) => kind === 'peer').map(({ name }) => name);
  const rates = rows
    .filter(({ name }) => peers.includes(name))
    .map((row) => getFigure(row, 'effects_per_s_20'));
  if (rates.length === 0) return [];
  const ratio = getFigure(ours, 'effects_per_s_20') / Math.max(...rates);
  return [{ what: 'timestep, effects/s of 20 tasks × best peer', figure: ratio, atLeast: 3 }];
}

/** Returns NaN, which meets no aim, if the figure is missing or a text. */
function getFigure(row: Row, name: string): number {
  const value = row[name];
  return typeof value === 'number' ? value : Number.NaN;
}

function getText(row: Row, name: string): string {
  const value = row[name];
  return typeof value === 'number' ? formatFigure(value) : (value ?? '-');
}
