export { EvalError, type EvalErrorCode } from './eval-error.ts';
export type { Grade, Grader, GradingContext } from './grader.ts';
export type { RunMeta } from './run-meta.ts';
export { expectedOf, type SuiteLimits, type SuiteTask } from './suite-task.ts';
export type { MakeEnvironment, Trial, TrialEnvironment, TrialRow, Verdict } from './trial.ts';
export { gradeTrial, verdictOf, type Graded, type TrialEvidence } from './graders/grade-trial.ts';
export { DEFAULT_GRADERS, GRADER_NAMES, gradersFrom } from './graders/graders-from.ts';
export { CostLimit, LatencyLimit } from './graders/limit-graders.ts';
export { LLMJudge, type LLMJudgeOptions } from './graders/llm-judge.ts';
export { exactOf, parseExact, type Exact, type ExactObject } from './graders/exact-json.ts';
export {
  matchToolCalls,
  type DeclaredFunction,
  type ExpectedCall,
  type MadeCall,
  type Match,
  type MatchError,
  type MatchOptions,
} from './graders/match-tool-calls.ts';
export { OutcomeVerifier, type VerifyOutcome } from './graders/outcome-verifier.ts';
export {
  FinalContains,
  FinalJSON,
  FinalRegex,
  TranscriptContains,
  TranscriptRegex,
} from './graders/text-graders.ts';
export { ToolCallMatch } from './graders/tool-call-match.ts';
export {
  ForbiddenTools,
  MaxToolCalls,
  MinToolCalls,
  ToolCallOrder,
  ToolCallSequence,
  ToolResultJSON,
} from './graders/tool-graders.ts';
export { Trajectory, type TrajectoryMode } from './graders/trajectory.ts';
