/** Everything in the page that depends on the `eval` module. Imported on first use. */
export { computeRunFindings } from './run-findings.ts';
export { runPreparedSuite } from './run-prepared-suite.ts';
export { renderComparisonReport } from '../report/comparison-report.ts';
export { renderRunReport } from '../report/run-report.ts';
