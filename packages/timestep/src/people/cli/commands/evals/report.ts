import { writeErrorLine } from '../../output/error-writer.ts';
import { EXIT, JSON_OPTION, type Command } from '../../command.ts';
import { readPassConditions, GATE_OPTIONS } from './gate-options.ts';
import { writeNewFile } from '../../output/new-file.ts';
import { formatReport } from './report-text.ts';
import { formatResult } from '../../output/plain-text.ts';

export const reportRun: Command = {
  usage: 'report <dir>',
  about:
    'Shows the results of an evaluation run: pass rates with confidence intervals, and failures, worst first.',
  more: 'Exits with 1 if trials errored or were not run, unless --max-errors allows them, or if a pass rate is below its minimum.',
  options: {
    all: { about: 'shows every task, not only the 20 worst' },
    junit: { value: 'FILE', about: 'also writes the trials as JUnit XML' },
    html: { value: 'FILE', about: 'writes an HTML page with charts, every trial and transcripts' },
    github: { about: 'prints Markdown for the summary of a CI job' },
    ...GATE_OPTIONS,
    threshold: {
      value: 'SHARE',
      about: 'minimum pass rate of each task, from 0 to 1; exits with 1 if it is not reached',
    },
    json: JSON_OPTION,
  },
  examples: [
    'timestep report runs/demo',
    'timestep report runs/demo --junit results.xml --min-pass-rate 0.9',
    'timestep report runs/demo --html report.html',
    'timestep report runs/demo --github >> "$GITHUB_STEP_SUMMARY"',
  ],
  async run({ operand, values }, { write, writeError }) {
    const conditions = readPassConditions(values);
    const evals = await import('#eval');
    const run = evals.readRun(operand);
    const report = evals.createReport(run.meta, run.rows());
    const problems = evals.listProblems(report, conditions);
    const junit = values.text('junit');
    if (junit !== undefined)
      await writeNewFile(junit, evals.formatJUnitXml(operand, run, conditions));
    const html = values.text('html');
    if (html !== undefined) {
      const { renderRunHtml } = await import('#people/page');
      await writeNewFile(html, renderRunHtml(run));
    }
    const gate = { passed: problems.length === 0, problems };
    const lines = formatReport(report, evals.formatUnjudgedNote(report), values.isSet('all'));
    if (values.isSet('github') && !values.isSet('json')) {
      write(evals.formatMarkdownSummary(report, problems));
    } else write(formatResult(values, { ...report, gate }, lines));
    for (const problem of problems) writeErrorLine(writeError, problem);
    return problems.length > 0 ? EXIT.failed : EXIT.fine;
  },
};
