export { EvalError, type EvalErrorCode } from './eval-error.ts';
export type { Grade, Grader, GradingContext } from './grader.ts';
export type { RunMeta } from './run-meta.ts';
export { expectedOf, type SuiteLimits, type SuiteTask } from './suite-task.ts';
export type { MakeEnvironment, Trial, TrialEnvironment, TrialRow, Verdict } from './trial.ts';
