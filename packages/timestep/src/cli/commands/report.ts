import type { Report } from '../../eval/index.ts';
import { EXIT, isSet, JSON_OPTION, textOf, type Command } from '../command.ts';
import { writeNewFile } from '../new-file.ts';
import { reportText } from '../report-text.ts';
import { readShare } from '../share.ts';

export const reportRun: Command = {
  words: ['report'],
  operand: '<dir>',
  about: 'Says what a run came to: rates with intervals, and what failed, worst first.',
  options: {
    all: { type: 'boolean', about: 'every task, not the 20 worst' },
    junit: { type: 'string', value: 'FILE', about: 'writes the trials as JUnit XML as well' },
    html: {
      type: 'string',
      value: 'FILE',
      about: 'writes a page to read it in: charts, every trial, transcripts',
    },
    github: { type: 'boolean', about: 'Markdown, for the summary of a CI job' },
    'min-pass-rate': { type: 'string', value: 'SHARE', about: 'exit with 1 below it, from 0 to 1' },
    threshold: {
      type: 'string',
      value: 'SHARE',
      about: 'exit with 1 where a task passes fewer of its trials',
    },
    json: JSON_OPTION,
  },
  examples: [
    'timestep report runs/demo',
    'timestep report runs/demo --junit results.xml --min-pass-rate 0.9',
    'timestep report runs/demo --html report.html',
    'timestep report runs/demo --github >> "$GITHUB_STEP_SUMMARY"',
  ],
  async run({ operand, values }, { write }) {
    const [rate, threshold] = ['min-pass-rate', 'threshold'].map((name) => {
      const text = textOf(values, name);
      return text === undefined ? undefined : readShare(text);
    });
    const { junitXml, readRun, reportHtml, reportOf, summaryMarkdown } =
      await import('../../eval/index.ts');
    const run = readRun(operand);
    const report = reportOf(run.meta, run.rows());
    const junit = textOf(values, 'junit');
    if (junit !== undefined) await writeNewFile(junit, junitXml(operand, run.rows()));
    const html = textOf(values, 'html');
    if (html !== undefined) await writeNewFile(html, reportHtml(run));
    if (isSet(values, 'json')) write(`${JSON.stringify(report)}\n`);
    else if (isSet(values, 'github')) write(summaryMarkdown(report));
    else write(`${reportText(report, isSet(values, 'all')).join('\n')}\n`);
    return isBelow(report, rate, threshold) ? EXIT.failed : EXIT.fine;
  },
};

/** A run in which nothing could be judged is below any bound. */
function isBelow(report: Report, rate: number | undefined, threshold: number | undefined): boolean {
  if (rate !== undefined && (report.pass_rate?.mean ?? -1) < rate) return true;
  if (threshold === undefined) return false;
  return report.tasks.some(
    ({ passed, failed }) => passed + failed === 0 || passed / (passed + failed) < threshold,
  );
}
