export { EvalError, type EvalErrorCode } from './eval-error.ts';
export type { Grade, Grader, TrialEvidence } from './grader.ts';
export type { RunMeta } from './run-meta.ts';
export { expectedOf, type SuiteLimits, type SuiteTask } from './suite-task.ts';
export type { MakeEnvironment, Trial, TrialEnvironment, TrialRow, Verdict } from './trial.ts';
export { gradeTrial, verdictOf, type Graded } from './graders/grade-trial.ts';
export { DEFAULT_GRADERS, GRADER_NAMES, gradersFrom } from './graders/graders-from.ts';
export { costLimit, latencyLimit } from './graders/limit-graders.ts';
export { llmJudge, type LlmJudgeOptions } from './graders/llm-judge.ts';
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
export {
  outcomeVerifier,
  type OutcomeVerifierOptions,
  type VerifyOutcome,
} from './graders/outcome-verifier.ts';
export {
  finalContains,
  finalJson,
  finalRegex,
  transcriptContains,
  transcriptRegex,
} from './graders/text-graders.ts';
export { toolCallMatch } from './graders/tool-call-match.ts';
export {
  forbiddenTools,
  maxToolCalls,
  minToolCalls,
  toolCallOrder,
  toolCallSequence,
  toolResultJson,
  type ToolResultJsonOptions,
} from './graders/tool-graders.ts';
export { trajectory, type TrajectoryMode } from './graders/trajectory.ts';
export type { Wait } from './pace/rate-gate.ts';
export { openResults, readResults, type ResultsFile } from './run/results-file.ts';
export { runSuite, type Progress, type SuiteOptions, type SuiteRun } from './run/run-suite.ts';
export { loadTasks } from './tasks/load-tasks.ts';
export { checkedTasks, readTasks } from './tasks/read-tasks.ts';
export {
  compareRuns,
  type CompareOptions,
  type Comparison,
  type TaskChange,
} from './report/compare.ts';
export {
  problemWithErrors,
  problemsOf,
  unjudgedText,
  type Bounds,
  type MaxErrors,
  type Standing,
} from './report/gate.ts';
export { junitXml, type JUnitOptions } from './report/junit.ts';
export { readTaskTags, type TaskTags } from './tasks/task-tags.ts';
export { failuresIn, type TrialFailure } from './report/failures-in.ts';
export {
  followRun,
  type FollowedRun,
  type RecordedRun,
  type TrialSummary,
} from './report/followed-run.ts';
export { countedRows, surveyOf, trialKey, type Survey } from './report/survey.ts';
export { passPoints, type PassPoint, type ShareEstimate } from './report/pass-points.ts';
export { readRun, report, type StoredRun } from './report/read-run.ts';
export { reportOf, type Failing, type Report, type TaskReport } from './report/report.ts';
export {
  clusteredMean,
  wilsonInterval,
  type Estimate,
  type Interval,
} from './statistics/intervals.ts';
export { clusteredShare } from './statistics/clustered-share.ts';
export { mcnemarExact, seededRandom } from './statistics/paired.ts';
export { signFlipTest, type SignFlipOptions } from './statistics/sign-flip.ts';
export { passAll, passAt, type Tally } from './statistics/pass-at.ts';
export { AGENT_SPECS, agentFrom, type AgentFromOptions } from './agents/agent-from.ts';
export { ENVIRONMENT_SPECS, environmentFrom } from './agents/environment-from.ts';
export { responsesAgent, type ResponsesAgentOptions } from './agents/responses-agent.ts';
export { gradeTasks, type GradeTasksOptions } from './run/grade-tasks.ts';
export { gradeTraces, type GradedTraces, type GradeTracesOptions } from './traces/grade-traces.ts';
export { recordReplies, replayReplies } from './run/replies-file.ts';
export { summaryMarkdown } from './report/markdown.ts';
