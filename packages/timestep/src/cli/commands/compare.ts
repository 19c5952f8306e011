import type { Comparison, TaskChange } from '../../eval/index.ts';
import { TimestepError } from '../../core/index.ts';
import { GATE_OPTIONS, maxErrorsOf } from '../gate-options.ts';
import { EXIT, isSet, JSON_OPTION, textOf, type Command, type Exit } from '../command.ts';
import { writeNewFile } from '../new-file.ts';
import { plainLine } from '../plain-text.ts';
import { counted } from '../quantity.ts';
import { readShare, shareText } from '../share.ts';
import { tableOf } from '../table.ts';

export const compare: Command = {
  words: ['compare'],
  operand: '<before>',
  second: '<after>',
  about: 'Compares two runs of the same tasks, task by task.',
  more: 'A difference counts where chance alone would rarely make one as large (sign-flip test over tasks: trials of one task are alike). Exit code 1 is a regression, or that more trials of a run broke or are missing than --max-errors allows, 3 that the runs cannot be compared, also because they differ and have too few tasks to tell.',
  options: {
    'max-errors': GATE_OPTIONS['max-errors'],
    alpha: { type: 'string', value: 'SHARE', about: 'how rarely (default 0.05)' },
    html: {
      type: 'string',
      value: 'FILE',
      about: 'writes an HTML page with what changed, trials side by side',
    },
    json: JSON_OPTION,
  },
  examples: [
    'timestep compare runs/main runs/change',
    'timestep compare runs/main runs/change --html change.html',
  ],
  async run({ operand, second, values }, { write, complain }) {
    const alpha = readShare(textOf(values, 'alpha') ?? '0.05');
    const maxErrors = maxErrorsOf(values);
    const { problemWithErrors, compareRuns, readRun, unjudgedText } =
      await import('../../eval/index.ts');
    const [before, after] = [readRun(operand), readRun(second)];
    let comparison: Comparison;
    try {
      comparison = compareRuns(before, after, { alpha, maxErrors });
    } catch (thrown) {
      if (!TimestepError.isInstance(thrown) || thrown.code !== 'incomparable') throw thrown;
      complain(`timestep: ${plainLine(thrown.message)}\n`);
      return EXIT.incomparable;
    }
    const unjudged = [comparison.before, comparison.after].map(unjudgedText);
    const html = textOf(values, 'html');
    if (html !== undefined) {
      const { comparisonHtml } = await import('../../page/index.ts');
      await writeNewFile(html, comparisonHtml(before, after, { alpha, maxErrors }));
    }
    write(
      isSet(values, 'json')
        ? `${JSON.stringify(comparison)}\n`
        : `${linesOf(comparison, unjudged).join('\n')}\n`,
    );
    const broken = (['before', 'after'] as const).flatMap((name) => {
      const problem = problemWithErrors(comparison[name], maxErrors);
      return problem === undefined ? [] : [`the run ${name}: ${problem}`];
    });
    for (const problem of broken) complain(`timestep: ${problem}\n`);
    return broken.length > 0 ? EXIT.failed : EXIT_OF[comparison.verdict];
  },
};

const EXIT_OF: Readonly<Record<Comparison['verdict'], Exit>> = {
  regression: EXIT.failed,
  broken: EXIT.failed,
  improvement: EXIT.fine,
  'no-difference': EXIT.fine,
  'too-few-tasks': EXIT.incomparable,
};

/** `unjudged` says which trials are in no pair, for the run before and for the run after. */
function linesOf(comparison: Comparison, [before = '', after = '']: readonly string[]): string[] {
  const { tasks, pairs, better, worse, difference, interval, p_value, verdict } = comparison;
  const within = interval
    ? `, 95 % within ${shareText(interval.low)} and ${shareText(interval.high)}`
    : '';
  return [
    ...tableOf([
      ['verdict', verdict.replaceAll('-', ' ')],
      ['tasks', String(tasks)],
      ['pairs', `${counted(pairs, 'trial')}: ${better} better, ${worse} worse`],
      ...(before === '' ? [] : [['unpaired before', before]]),
      ...(after === '' ? [] : [['unpaired after', after]]),
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
