export { listEnvironmentTools } from './run/list-environment-tools.ts';
export { EvalError, type EvalErrorCode } from './eval-error.ts';
export type { Grade, Grader, TrialEvidence } from './grader.ts';
export type { RunMeta } from './run-meta.ts';
export type { SuiteLimits, SuiteTask } from './suite-task.ts';
export {
  buildTrialKey,
  type MakeEnvironment,
  type TrialEnvironment,
  type TrialRow,
  type Verdict,
} from './trial.ts';
export { gradeTrial, combineGrades, type GradedTrial } from './graders/grade-trial.ts';
export {
  createDefaultGraders,
  DEFAULT_GRADERS,
  GRADER_NAMES,
  createGradersFromSpecs,
} from './graders/grader-specs.ts';
export { loadGraders, type LoadGradersOptions } from './graders/load-graders.ts';
export { costLimit, latencyLimit } from './graders/limit-graders.ts';
export { llmJudge, type LlmJudgeOptions } from './graders/llm-judge.ts';
export {
  toExactJson,
  parseExactJson,
  type ExactJson,
  type ExactObject,
} from './graders/exact-json.ts';
export {
  matchToolCalls,
  type DeclaredFunction,
  type ExpectedCall,
  type MadeCall,
  type CallMatch,
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
export type { RateLimitWait } from './pace/rate-gate.ts';
export { openResultsFile, readResults, type ResultsFile } from './run/results-file.ts';
export { runSuite, type Progress, type SuiteOptions, type SuiteRun } from './run/run-suite.ts';
export { loadTasksFile, validateTasks, parseTasks } from './tasks/read-tasks.ts';
export {
  compareRuns,
  type CompareOptions,
  type Comparison,
  type TaskChange,
} from './report/compare.ts';
export {
  describeTooManyErrors,
  listProblems,
  formatUnjudgedNote,
  type PassConditions,
  type MaxErrors,
  type UnjudgedCounts,
} from './report/pass-conditions.ts';
export { formatJUnitXml, type JUnitOptions } from './report/junit.ts';
export { readTaskTags, type TaskTags } from './tasks/task-tags.ts';
export { listFailures, type TrialFailure } from './report/list-failures.ts';
export {
  createRunReader,
  type RunReader,
  type RecordedRun,
  type TrialSummary,
} from './report/run-reader.ts';
export { readRowsWithTranscripts, readRunRows, type RunRows } from './report/run-rows.ts';
export { calculatePassPoints, type PassPoint, type ShareEstimate } from './report/pass-points.ts';
export { readRun, report, type StoredRun } from './report/read-run.ts';
export { createReport, type FailureCount, type Report, type TaskReport } from './report/report.ts';
export {
  estimateClusteredMean,
  calculateWilsonInterval,
  type Estimate,
  type Interval,
} from './statistics/intervals.ts';
export { estimateClusteredShare } from './statistics/clustered-share.ts';
export { calculateMcNemarPValue, createSeededRandom } from './statistics/paired.ts';
export { calculateSignFlipPValue, type SignFlipOptions } from './statistics/sign-flip.ts';
export { estimatePassAllK, estimatePassAtK, type TrialTally } from './statistics/pass-at.ts';
export { AGENT_SPECS, createAgentFromSpec, type AgentSpecOptions } from './agents/agent-spec.ts';
export { ENVIRONMENT_SPECS, createEnvironmentFactory } from './agents/environment-spec.ts';
export { createResponsesAgent, type ResponsesAgentOptions } from './agents/responses-agent.ts';
export { gradeTasks, type GradeTasksOptions } from './run/grade-tasks.ts';
export {
  gradeTraces,
  type GradedTraceCounts,
  type GradeTracesOptions,
} from './traces/grade-traces.ts';
export { recordReplies, replayReplies } from './run/replies-file.ts';
export { formatMarkdownSummary } from './report/markdown.ts';
