import type { Comparison, TaskChange } from '#eval';
import { TimestepError, formatForeignLine } from '#core';
import { formatComparisonHeadline } from '#people/view';
import { writeErrorLine } from '../../output/error-writer.ts';
import { GATE_OPTIONS, parseMaxErrors } from './gate-options.ts';
import { EXIT, JSON_OPTION, type Command, type Exit } from '../../command.ts';
import { writeNewFile } from '../../output/new-file.ts';
import { formatResult, formatTable } from '../../output/plain-text.ts';
import { formatCount, parseFraction } from '../../options/quantity.ts';
import { formatInterval, formatShare } from './report-text.ts';

export const compare: Command = {
  usage: 'compare <before> <after>',
  about: 'Compares two runs of the same tasks, task by task.',
  more: 'A difference counts if chance alone would rarely produce one as large (sign-flip test over tasks, because trials of one task are alike). Exit code 1 means a regression, or that more trials of a run errored or are missing than --max-errors allows. Exit code 3 means that the runs cannot be compared, for example because they differ but have too few tasks for a conclusion.',
  options: {
    'max-errors': GATE_OPTIONS['max-errors'],
    alpha: { value: 'SHARE', about: 'significance level (default 0.05)' },
    html: { value: 'FILE', about: 'writes an HTML page with the changes, trials side by side' },
    json: JSON_OPTION,
  },
  examples: [
    'timestep compare runs/main runs/change',
    'timestep compare runs/main runs/change --html change.html',
  ],
  async run({ operand, second, values }, { write, writeError }) {
    const alpha = values.parse('alpha', parseFraction) ?? 0.05;
    const maxErrors = values.parse('max-errors', parseMaxErrors);
    const { describeTooManyErrors, compareRuns, readRun, formatUnjudgedNote } =
      await import('#eval');
    const [before, after] = [readRun(operand), readRun(second)];
    let comparison: Comparison;
    try {
      comparison = compareRuns(before, after, { alpha, maxErrors });
    } catch (thrown) {
      if (!TimestepError.isInstance(thrown) || thrown.code !== 'incomparable') throw thrown;
      writeErrorLine(writeError, thrown.message);
      return EXIT.incomparable;
    }
    const unjudged = [comparison.before, comparison.after].map(formatUnjudgedNote);
    const html = values.text('html');
    if (html !== undefined) {
      const { renderComparisonHtml } = await import('#people/page');
      await writeNewFile(html, renderComparisonHtml(before, after, { alpha, maxErrors }));
    }
    write(formatResult(values, comparison, formatComparison(comparison, unjudged)));
    const broken = (['before', 'after'] as const).flatMap((name) => {
      const problem = describeTooManyErrors(comparison[name], maxErrors);
      return problem === undefined ? [] : [`the run ${name}: ${problem}`];
    });
    for (const problem of broken) writeErrorLine(writeError, problem);
    return broken.length > 0 ? EXIT.failed : EXIT_BY_VERDICT[comparison.verdict];
  },
};

const EXIT_BY_VERDICT: Readonly<Record<Comparison['verdict'], Exit>> = {
  regression: EXIT.failed,
  broken: EXIT.failed,
  improvement: EXIT.fine,
  'no-difference': EXIT.fine,
  'too-few-tasks': EXIT.incomparable,
};

/** Formats the first line of a comparison, as the page does: the difference, and whether it can be relied on. */
function formatHeadline({ verdict, difference, bounds, before, after }: Comparison): string {
  const runs = [before, after];
  return formatComparisonHeadline({
    verdict,
    difference,
    bounds,
    broken: runs.reduce((sum, { errors, missing }) => sum + errors + missing, 0),
    planned: runs.reduce((sum, { planned }) => sum + planned, 0),
  });
}

/**
 * Formats a comparison. `before` and `after` describe the trials of each run that were not
 * compared.
 */
function formatComparison(
  comparison: Comparison,
  [before = '', after = '']: readonly string[],
): string[] {
  const { tasks, pairs, better, worse, difference, interval, p_value, verdict } = comparison;
  return [
    formatHeadline(comparison),
    '',
    ...formatTable([
      ['verdict', verdict.replaceAll('-', ' ')],
      ['tasks', String(tasks)],
      ['pairs', `${formatCount(pairs, 'trial')}: ${better} better, ${worse} worse`],
      ...(before === '' ? [] : [['not compared, before', before]]),
      ...(after === '' ? [] : [['not compared, after', after]]),
      ['difference', `${formatShare(difference)} of passed trials${formatInterval(interval)}`],
      ['p', p_value.toFixed(4)],
    ]),
    ...formatChanges('worse', comparison.regressions),
    ...formatChanges('better', comparison.improvements),
  ];
}

function formatChanges(title: string, tasks: readonly TaskChange[]): string[] {
  if (tasks.length === 0) return [];
  const rows = tasks.map(({ task_id, before, after }) => [
    formatForeignLine(task_id),
    formatShare(before),
    formatShare(after),
  ]);
  return ['', ...formatTable([[title, 'before', 'after'], ...rows])];
}
