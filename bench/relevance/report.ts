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

/** Aims of Timestep with the sentence model. */
const LEAST_WITH_MODEL: typeof LEAST = [
  ['metatool-one', 'hit_1', 56],
  ['metatool-one', 'recall_5', 78],
  ['metatool-many', 'recall_10', 80],
  ['livemcpbench', 'recall_5', 40],
  ['bfcl', 'recall_5', 93],
];

const MOST_MS_AT_THOUSAND = 1;

const FIGURES = ['questions', 'hit_1', 'recall_5', 'recall_10', 'ms', 'ms_at_1000'];

/** Figures of the choice of rules, which only the set `own-folder` has. */
const CHOICE_FIGURES = ['right_chosen', 'wrong', 'small_talk'];

const HEAD = [
  '',
  'set',
  'questions',
  'hit@1 %',
  'R@5 %',
  'R@10 %',
  'ms',
  'ms at 1,000',
  'right %',
  'wrong',
  'small talk %',
];

export function relevanceReport(rows: readonly Row[]): Report {
  const ours = rows.filter(({ name }) => name === 'timestep');
  const withModel = rows.filter(({ name }) => name === 'timestep-embedder');
  const reach = (some: readonly Row[], least: typeof LEAST): Aim[] =>
    least.map(([set, figure, atLeast]): Aim => {
      const row = some.find((one) => one['set'] === set);
      const what = `${row?.name ?? 'timestep'}, ${set}, ${figure}`;
      return { what, figure: getFigure(row, figure), atLeast };
    });
  const reached = [
    ...reach(ours, LEAST),
    ...(withModel.length > 0 ? reach(withModel, LEAST_WITH_MODEL) : []),
    ...rows.flatMap(listChoiceAims),
  ];
  const ms = getFigure(ours[0], 'ms_at_1000');
  const what = 'timestep, ms a question at 1,000 tools';
  return {
    head: HEAD,
    lines: rows.map((row) => [
      row.name,
      String(row['set']),
      ...FIGURES.map((figure) => formatFigure(getFigure(row, figure))),
      ...CHOICE_FIGURES.map((figure) =>
        row[figure] === undefined ? '' : formatFigure(getFigure(row, figure)),
      ),
    ]),
    aims: [...reached, { what, figure: ms, atMost: MOST_MS_AT_THOUSAND }],
  };
}

/** Returns NaN, which meets no aim, if the figure is missing. */
function getFigure(row: Row | undefined, figure: string): number {
  const value = row?.[figure];
  return typeof value === 'number' ? value : Number.NaN;
}

/** Aims for the choice of rules: with the sentence model, and by words alone. */
function listChoiceAims(row: Row): Aim[] {
  if (row['right_chosen'] === undefined) return [];
  const what = (figure: string): string => `${row.name}, ${String(row['set'])}, ${figure}`;
  const smallTalk = { what: what('small_talk'), figure: getFigure(row, 'small_talk'), atMost: 5 };
  if (row.name === 'timestep') return [smallTalk];
  return [
    { what: what('right_chosen'), figure: getFigure(row, 'right_chosen'), atLeast: 75 },
    { what: what('wrong'), figure: getFigure(row, 'wrong'), atMost: 0.5 },
    smallTalk,
  ];
}
