import { expect, it } from 'vitest';
import { countAll, countTests, type TestReport } from './test-count.ts';

function report(changes: Partial<TestReport>): TestReport {
  const none = { numPassedTests: 0, numFailedTests: 0, numTotalTests: 0 };
  return { ...none, success: true, testResults: [], ...changes };
}

it('passes a run in which every test passed', () => {
  const count = countTests(report({ numPassedTests: 3, numTotalTests: 3 }));
  expect(count).toEqual({ passed: 3, failed: 0, problems: [] });
});

it('fails when a test failed', () => {
  const failing = { name: 'a.test.ts', status: 'failed', assertionResults: [{ status: 'failed' }] };
  const count = countTests(
    report({
      numPassedTests: 2,
      numFailedTests: 1,
      numTotalTests: 3,
      success: false,
      testResults: [failing],
    }),
  );
  expect(count).toEqual({ passed: 2, failed: 1, problems: ['1 tests failed'] });
});

it('counts a file that could not be loaded as a failure', () => {
  const broken = { name: 'b.test.ts', status: 'failed', assertionResults: [] };
  const count = countTests(
    report({ numPassedTests: 2, numTotalTests: 2, success: false, testResults: [broken] }),
  );
  expect(count).toEqual({
    passed: 2,
    failed: 1,
    problems: ['b.test.ts failed outside its tests'],
  });
});

it('fails a run that left no report', () => {
  expect(countTests(undefined)).toEqual({
    passed: 0,
    failed: 0,
    problems: ['the test runner left no report'],
  });
});

it('fails a run without tests, with tests left out, or with an error nobody caught', () => {
  expect(countTests(report({})).problems).toEqual(['no tests ran']);
  const left = report({ numPassedTests: 2, numTotalTests: 3 });
  expect(countTests(left).problems).toEqual(['1 tests did not run']);
  const stray = report({ numPassedTests: 3, numTotalTests: 3, success: false });
  expect(countTests(stray).problems).toEqual(['the test runner reported a failure']);
});

it('counts several runs as one, and a problem of one as a problem of all', () => {
  const passed = report({ numPassedTests: 3, numTotalTests: 3 });
  expect(countAll([passed, passed])).toEqual({ passed: 6, failed: 0, problems: [] });
  expect(countAll([passed, undefined])).toEqual({
    passed: 3,
    failed: 0,
    problems: ['the test runner left no report'],
  });
  expect(countAll([]).problems).toEqual(['no tests ran']);
});
