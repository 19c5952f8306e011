import type { TrialRow } from '../trial.ts';
import { failuresIn } from './failures-in.ts';
import { problemWithErrors, isTooBroken, type MaxErrors } from './gate.ts';
import type { StoredRun } from './read-run.ts';
import { reportOf } from './report.ts';
import { countedRows, surveyOf } from './survey.ts';

/** How broken trials are reported to a CI system. */
export interface JUnitOptions {
  /**
   * How many trials may break or be missing; they are then skipped, and not errors. Default: none.
   */
  readonly maxErrors?: MaxErrors | undefined;
}

/**
 * The trials of a run as a JUnit file, which CI systems show: one case for each trial, with errors
 * apart from failures, and one more case where trials are missing. Reads the run twice.
 */
export function* junitXml(
  suite: string,
  run: StoredRun,
  { maxErrors }: JUnitOptions = {},
): Generator<string> {
  const survey = surveyOf(run);
  const report = reportOf(run.meta, survey.rows);
  const { trials, failed, errors, missing, planned } = report;
  const isAllowed = !isTooBroken(report, maxErrors);
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
  yield `<testsuites><testsuite name="${escaped(suite)}"${attributes.join('')}>\n`;
  for (const row of countedRows(run, survey)) yield caseOf(row, brokenTag);
  if (missing > 0) {
    const said = escaped(problemWithErrors({ planned, missing, errors: 0 }) ?? '');
    yield `<testcase name="all trials were run" classname="timestep"><${brokenTag} message="${said}"/></testcase>\n`;
  }
  yield '</testsuite></testsuites>\n';
}

function caseOf(row: TrialRow, brokenTag: 'error' | 'skipped'): string {
  const { task_id, trial, duration_s, verdict } = row;
  const name = `name="trial ${trial}" classname="${escaped(task_id)}" time="${duration_s.toFixed(3)}"`;
  if (verdict === 'passed') return `<testcase ${name}/>\n`;
  const failures = failuresIn(row);
  const text = escaped(failures.map((one) => `${one.name}: ${one.reason}`).join('\n'));
  const names = escaped(failures.map((one) => one.name).join(', '));
  const tag = verdict === 'error' ? brokenTag : 'failure';
  return `<testcase ${name}><${tag} message="${names}">${text}</${tag}></testcase>\n`;
}

/** Text for XML 1.0; a character that XML cannot hold becomes a question mark. */
function escaped(text: string): string {
  return text
    .replaceAll(FORBIDDEN, '?')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

const FORBIDDEN = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;
