import type { TrialRow } from '../trial.ts';
import { listFailures } from './list-failures.ts';
import { describeTooManyErrors, hasTooManyErrors, type MaxErrors } from './pass-conditions.ts';
import type { StoredRun } from './read-run.ts';
import { createReport } from './report.ts';
import { readRowsWithTranscripts, readRunRows } from './run-rows.ts';

/** Options of a JUnit report. */
export interface JUnitOptions {
  /** Maximum errored or missing trials to report as skipped, not as errors. Default: none. */
  readonly maxErrors?: MaxErrors | undefined;
}

/** Formats a run for CI: one case per trial, one for all missing trials. Reads the run twice. */
export function* formatJUnitXml(
  suite: string,
  run: StoredRun,
  { maxErrors }: JUnitOptions = {},
): Generator<string> {
  const survey = readRunRows(run);
  const report = createReport(run.meta, survey.rows);
  const { trials, failed, errors, missing, planned } = report;
  const isAllowed = !hasTooManyErrors(report, maxErrors);
  const brokenTag = isAllowed ? 'skipped' : 'error';
  const missingCases = missing > 0 ? 1 : 0;
  const counts = {
    tests: trials + missingCases,
    failures: failed,
    errors: isAllowed ? 0 : errors + missingCases,
    skipped: isAllowed ? errors + missingCases : 0,
  };
  const attributes = Object.entries(counts).map(([name, count]) => ` ${name}="${count}"`);
  yield '<?xml version="1.0" encoding="UTF-8"?>\n';
  yield `<testsuites><testsuite name="${escapeXml(suite)}"${attributes.join('')}>\n`;
  for (const row of readRowsWithTranscripts(run, survey)) yield formatTestCase(row, brokenTag);
  if (missing > 0) {
    const said = escapeXml(describeTooManyErrors({ planned, missing, errors: 0 }) ?? '');
    yield `<testcase name="all trials were run" classname="timestep"><${brokenTag} message="${said}"/></testcase>\n`;
  }
  yield '</testsuite></testsuites>\n';
}

function formatTestCase(row: TrialRow, brokenTag: 'error' | 'skipped'): string {
  const { task_id, trial, duration_s, verdict } = row;
  // The name of a case contains the task, because many JUnit readers do not show the class.
  const task = escapeXml(task_id);
  const name = `name="${task}, trial ${trial}" classname="${task}" time="${duration_s.toFixed(3)}"`;
  if (verdict === 'passed') return `<testcase ${name}/>\n`;
  const failures = listFailures(row);
  const text = escapeXml(failures.map((one) => `${one.name}: ${one.reason}`).join('\n'));
  const names = escapeXml(failures.map((one) => one.name).join(', '));
  const tag = verdict === 'error' ? brokenTag : 'failure';
  return `<testcase ${name}><${tag} message="${names}">${text}</${tag}></testcase>\n`;
}

/** Escapes text for XML 1.0. Characters that XML does not allow become question marks. */
function escapeXml(text: string): string {
  return text
    .replaceAll(FORBIDDEN, '?')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

const FORBIDDEN = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;
