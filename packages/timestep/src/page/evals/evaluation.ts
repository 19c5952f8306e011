/** What of the page needs the room `eval`, which is loaded when it is first asked for. */
export { findingsOf } from './findings.ts';
export { runPrepared } from './run-prepared.ts';
export { comparisonPieces } from '../report/comparison-pieces.ts';
export { runPieces } from '../report/run-pieces.ts';
