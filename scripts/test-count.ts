import { readFileSync } from 'node:fs';

export interface TestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numTotalTests: number;
  readonly success: boolean;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
}

export interface TestCount {
  readonly passed: number;
  readonly failed: number;
  readonly problems: readonly string[];
}

/** A file that failed to load counts as one failure. A run with no or skipped tests fails. */
export function countTests(report: TestReport | undefined): TestCount {
  if (!report) return { passed: 0, failed: 0, problems: ['the test runner left no report'] };
  const { numPassedTests: passed, numTotalTests: total, testResults: files } = report;
  const broken = files.filter((file) => hasFailed(file) && !file.assertionResults.some(hasFailed));
  const failed = report.numFailedTests + broken.length;
  const leftOut = total - passed - report.numFailedTests;
  const problems = broken.map(({ name }) => `${name} failed outside its tests`);
  if (total === 0) problems.push('no tests ran');
  if (leftOut > 0) problems.push(`${leftOut} tests did not run`);
  if (failed === 0 && !report.success) problems.push('the test runner reported a failure');
  if (report.numFailedTests > 0) problems.push(`${report.numFailedTests} tests failed`);
  return { passed, failed, problems };
}

const hasFailed = ({ status }: { readonly status: string }): boolean => status === 'failed';

function readReport(path: string): TestReport | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as TestReport;
  } catch {
    return undefined;
  }
}

export function countAll(reports: readonly (TestReport | undefined)[]): TestCount {
  const counts = reports.map(countTests);
  return {
    passed: counts.reduce((sum, { passed }) => sum + passed, 0),
    failed: counts.reduce((sum, { failed }) => sum + failed, 0),
    problems: counts.length === 0 ? ['no tests ran'] : counts.flatMap(({ problems }) => problems),
  };
}

if (import.meta.main) {
  const { passed, failed, problems } = countAll(process.argv.slice(2).map(readReport));
  for (const problem of problems) console.error(problem);
  console.log(`${passed} passed, ${failed} failed`);
  if (problems.length > 0) process.exitCode = 1;
}
