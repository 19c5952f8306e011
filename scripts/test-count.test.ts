import { expect, it } from 'vitest';
import { countTests, type TestReport } from './test-count.ts';

function report(changes: Partial<TestReport>): TestReport {
  const none = { numPassedTests: 0, numFailedTests: 0, numTotalTests: 0 };
  return { ...none, success: true, testResults: [], ...changes };
}

it('passes a run in which every test passed', () => {
  const count = countTests(report({ numPassedTests: 3, numTotalTests: 3 }));
  expect(count).toEqual({ line: '3 passed, 0 failed', problems: [] });
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
  expect(count).toEqual({ line: '2 passed, 1 failed', problems: ['1 tests failed'] });
});

it('counts a file that could not be loaded as a failure', () => {
  const broken = { name: 'b.test.ts', status: 'failed', assertionResults: [] };
  const count = countTests(
    report({ numPassedTests: 2, numTotalTests: 2, success: false, testResults: [broken] }),
  );
  expect(count.line).toBe('2 passed, 1 failed');
  expect(count.problems).toEqual(['b.test.ts failed outside its tests']);
});

it('fails a run that left no report', () => {
  expect(countTests(undefined)).toEqual({
    line: '0 passed, 0 failed',
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
