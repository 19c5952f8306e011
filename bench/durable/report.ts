import { readable } from '../statistics.ts';
import { rowNamed, type Aim, type Report, type Row } from '../suite.ts';
import { CONCURRENCIES, LENGTHS } from './measurement.ts';
import { FLOOR, OURS, SUBJECTS } from './subjects.ts';

export function durableReport(rows: readonly Row[]): Report {
  const commits = figure(rowNamed(rows, FLOOR), 'effects_per_s_1');
  return {
    head: [
      '',
      ...CONCURRENCIES.map((tasks) => `effects/s, ${tasks}`),
      'medians',
      '× commits at 20',
      'CPU µs',
      'accept ms p50',
      'p99',
      'goes on s',
      'done s',
      'repeated',
    ],
    lines: rows.map((row) => [
      row.name,
      ...CONCURRENCIES.map((tasks) => readable(figure(row, `effects_per_s_${tasks}`))),
      CONCURRENCIES.map((tasks) => readable(figure(row, `effects_per_s_${tasks}_median`))).join(
        ' ',
      ),
      readable(figure(row, 'effects_per_s_20') / commits),
      readable(row.cpu_us),
      text(row, 'accept_p50_ms'),
      text(row, 'accept_p99_ms'),
      text(row, 'recovery_s'),
      text(row, 'recovery_done_s'),
      text(row, 'repeated_effects'),
    ]),
    aims: aimsOf(rows),
  };
}

function aimsOf(rows: readonly Row[]): Aim[] {
  const ours = rowNamed(rows, OURS);
  return [
    {
      what: 'timestep, effects/s of 100 tasks',
      figure: figure(ours, 'effects_per_s_100'),
      atLeast: 5000,
    },
    ...againstPeers(rows, ours),
    {
      what: 'timestep, seconds until a killed process is replaced and goes on, median',
      figure: figure(ours, 'recovery_s'),
      atMost: 0.5,
    },
    {
      what: 'timestep, ms to accept, p50',
      figure: figure(ours, 'accept_p50_ms'),
      atMost: 5,
    },
    ...LENGTHS.slice(1).map((length) => ({
      what: `timestep, CPU of an event, ${length.toLocaleString('en-US')} × ${LENGTHS[0]} events`,
      figure: figure(ours, `event_us_${length}`) / figure(ours, `event_us_${LENGTHS[0]}`),
      atMost: 1.25,
    })),
  ];
}

/** Nothing where no peer could be measured, which is said elsewhere. */
function againstPeers(rows: readonly Row[], ours: Row): Aim[] {
  const peers = SUBJECTS.filter(({ kind }) => kind === 'peer').map(({ name }) => name);
  const rates = rows
    .filter(({ name }) => peers.includes(name))
    .map((row) => figure(row, 'effects_per_s_20'));
  if (rates.length === 0) return [];
  const ratio = figure(ours, 'effects_per_s_20') / Math.max(...rates);
  return [{ what: 'timestep, effects/s of 20 tasks × best peer', figure: ratio, atLeast: 3 }];
}

/** NaN, which meets no aim, where the figure is missing or a text. */
function figure(row: Row, name: string): number {
  const value = row[name];
  return typeof value === 'number' ? value : Number.NaN;
}

function text(row: Row, name: string): string {
  const value = row[name];
  return typeof value === 'number' ? readable(value) : (value ?? '-');
}
