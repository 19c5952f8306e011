export { manualClock, type ManualClock } from './manual-clock.ts';
export { runnerSuite, type CreateRunner, type RunnerCase } from './runner-suite.ts';
