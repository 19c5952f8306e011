import type { TrialRow } from '../trial.ts';

/** The trials as a JUnit file, which CI systems show: one case each, errors apart from failures. */
export function* junitXml(suite: string, rows: Iterable<TrialRow>): Generator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n';
  yield `<testsuites><testsuite name="${escaped(suite)}">\n`;
  for (const row of rows) {
    const { task_id, trial, duration_s, verdict, grades, error } = row;
    const name = `name="trial ${trial}" classname="${escaped(task_id)}" time="${duration_s.toFixed(3)}"`;
    if (verdict === 'passed') {
      yield `<testcase ${name}/>\n`;
      continue;
    }
    const wrong = grades.filter((grade) => !grade.passed);
    const said = wrong.map(
      (grade) => `${grade.name}: ${grade.error ?? JSON.stringify(grade.details)}`,
    );
    const text = escaped([...(error === null ? [] : [`agent: ${error}`]), ...said].join('\n'));
    const tag = verdict === 'error' ? 'error' : 'failure';
    const names = escaped(wrong.map((grade) => grade.name).join(', ') || 'agent');
    yield `<testcase ${name}><${tag} message="${names}">${text}</${tag}></testcase>\n`;
  }
  yield '</testsuite></testsuites>\n';
}

/** Text as XML 1.0 can hold it: what it cannot hold at all is shown as a question mark. */
function escaped(text: string): string {
  return text
    .replaceAll(FORBIDDEN, '?')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

const FORBIDDEN = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;
