import { EXIT, isSet, JSON_OPTION, textOf, type Command } from '../command.ts';
import { boundsOf, GATE_OPTIONS } from '../gate-options.ts';
import { writeNewFile } from '../new-file.ts';
import { reportText } from '../report-text.ts';
import { plainLine } from '../plain-text.ts';

export const reportRun: Command = {
  words: ['report'],
  operand: '<dir>',
  about: 'Shows the results of a run: rates with intervals, and what failed, worst first.',
  more: 'Exit code 1 where trials broke or were not run, unless --max-errors allows for them, and where less passed than asked for.',
  options: {
    all: { type: 'boolean', about: 'every task, not the 20 worst' },
    junit: { type: 'string', value: 'FILE', about: 'writes the trials as JUnit XML as well' },
    html: {
      type: 'string',
      value: 'FILE',
      about: 'writes an HTML page with charts, every trial and transcripts',
    },
    github: { type: 'boolean', about: 'Markdown, for the summary of a CI job' },
    ...GATE_OPTIONS,
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
  async run({ operand, values }, { write, complain }) {
    const bounds = boundsOf(values);
    const { junitXml, problemsOf, readRun, reportOf, summaryMarkdown, unjudgedText } =
      await import('../../eval/index.ts');
    const run = readRun(operand);
    const report = reportOf(run.meta, run.rows());
    const problems = problemsOf(report, bounds);
    const junit = textOf(values, 'junit');
    if (junit !== undefined) await writeNewFile(junit, junitXml(operand, run, bounds));
    const html = textOf(values, 'html');
    if (html !== undefined) {
      const { reportHtml } = await import('../../page/index.ts');
      await writeNewFile(html, reportHtml(run));
    }
    const gate = { passed: problems.length === 0, problems };
    if (isSet(values, 'json')) write(`${JSON.stringify({ ...report, gate })}\n`);
    else if (isSet(values, 'github')) write(summaryMarkdown(report, problems));
    else write(`${reportText(report, unjudgedText(report), isSet(values, 'all')).join('\n')}\n`);
    for (const problem of problems) complain(`timestep: ${plainLine(problem)}\n`);
    return problems.length > 0 ? EXIT.failed : EXIT.fine;
  },
};
