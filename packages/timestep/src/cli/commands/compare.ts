import type { Comparison, TaskChange } from '../../eval/index.ts';
import { TimestepError } from '../../core/index.ts';
import { EXIT, isSet, JSON_OPTION, textOf, type Command } from '../command.ts';
import { writeNewFile } from '../new-file.ts';
import { plainLine } from '../plain-text.ts';
import { counted } from '../quantity.ts';
import { readShare, shareText } from '../share.ts';
import { tableOf } from '../table.ts';

export const compare: Command = {
  words: ['compare'],
  operand: '<before>',
  second: '<after>',
  about: 'Compares two runs of the same tasks, trial by trial.',
  more: 'A difference counts where chance alone would seldom make one as large (exact McNemar test). Exit code 1 is a regression, 3 that the runs cannot be compared.',
  options: {
    alpha: { type: 'string', value: 'SHARE', about: 'how seldom (default 0.05)' },
    html: {
      type: 'string',
      value: 'FILE',
      about: 'writes a page to read it in: what changed, trials side by side',
    },
    json: JSON_OPTION,
  },
  examples: [
    'timestep compare runs/main runs/change',
    'timestep compare runs/main runs/change --html change.html',
  ],
  async run({ operand, second, values }, { write, complain }) {
    const alpha = readShare(textOf(values, 'alpha') ?? '0.05');
    const { compareRuns, comparisonHtml, readRun } = await import('../../eval/index.ts');
    const [before, after] = [readRun(operand), readRun(second)];
    let comparison: Comparison;
    try {
      comparison = compareRuns(before, after, { alpha });
    } catch (thrown) {
      if (!TimestepError.isInstance(thrown) || thrown.code !== 'incomparable') throw thrown;
      complain(`timestep: ${plainLine(thrown.message)}\n`);
      return EXIT.incomparable;
    }
    const html = textOf(values, 'html');
    if (html !== undefined) await writeNewFile(html, comparisonHtml(before, after, { alpha }));
    write(
      isSet(values, 'json')
        ? `${JSON.stringify(comparison)}\n`
        : `${linesOf(comparison).join('\n')}\n`,
    );
    return comparison.verdict === 'regression' ? EXIT.failed : EXIT.fine;
  },
};

function linesOf(comparison: Comparison): string[] {
  const { pairs, better, worse, difference, interval, p_value, verdict } = comparison;
  const within = interval
    ? `, 95 % within ${shareText(interval.low)} and ${shareText(interval.high)}`
    : '';
  return [
    ...tableOf([
      ['verdict', verdict.replace('-', ' ')],
      ['pairs', `${counted(pairs, 'trial')}: ${better} better, ${worse} worse`],
      ['difference', `${shareText(difference)} of passed trials${within}`],
      ['p', p_value.toFixed(4)],
    ]),
    ...changes('worse', comparison.regressions),
    ...changes('better', comparison.improvements),
  ];
}

function changes(title: string, tasks: readonly TaskChange[]): string[] {
  if (tasks.length === 0) return [];
  const rows = tasks.map(({ task_id, before, after }) => [
    plainLine(task_id),
    shareText(before),
    shareText(after),
  ]);
  return ['', ...tableOf([[title, 'before', 'after'], ...rows])];
}
