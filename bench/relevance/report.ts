import { formatFigure } from '../statistics.ts';
import type { Aim, Report, Row } from '../suite.ts';
import type { SetName } from './question-set.ts';

const LEAST: readonly (readonly [SetName, 'hit_1' | 'recall_5' | 'recall_10', number])[] = [
  ['metatool-one', 'hit_1', 42],
  ['metatool-one', 'recall_5', 63],
  ['metatool-many', 'recall_10', 73],
  ['livemcpbench', 'recall_5', 37],
  ['bfcl', 'recall_5', 91],
];

const MOST_MS_AT_THOUSAND = 1;

const FIGURES = ['questions', 'hit_1', 'recall_5', 'recall_10', 'ms', 'ms_at_1000'];

export function relevanceReport(rows: readonly Row[]): Report {
  const ours = rows.filter(({ name }) => name === 'timestep');
  const reached = LEAST.map(([set, figure, atLeast]): Aim => {
    const row = ours.find((one) => one['set'] === set);
    return { what: `timestep, ${set}, ${figure}`, figure: getFigure(row, figure), atLeast };
  });
  const ms = getFigure(ours[0], 'ms_at_1000');
  const what = 'timestep, ms a question at 1,000 tools';
  return {
    head: ['', 'set', 'questions', 'hit@1 %', 'R@5 %', 'R@10 %', 'ms', 'ms at 1,000'],
    lines: rows.map((row) => [
      row.name,
      String(row['set']),
      ...FIGURES.map((figure) => formatFigure(getFigure(row, figure))),
    ]),
    aims: [...reached, { what, figure: ms, atMost: MOST_MS_AT_THOUSAND }],
  };
}

/** Returns NaN, which meets no aim, if the figure is missing. */
function getFigure(row: Row | undefined, figure: string): number {
  const value = row?.[figure];
  return typeof value === 'number' ? value : Number.NaN;
}
