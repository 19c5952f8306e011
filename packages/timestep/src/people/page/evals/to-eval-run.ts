import type {
  PassPoint,
  Report,
  RecordedRun,
  RunMeta,
  TaskTags,
  TrialSummary,
  Grade,
  TrialRow,
  Comparison,
  TaskChange,
} from '#eval';
import type {
  EvalPassPoint,
  EvalRunListItem,
  EvalRunSummary,
  EvalRunView,
  EvalTaskSummary,
  EvalTrialSummary,
  EvalGrade,
  EvalTrial,
  EvalChange,
  EvalComparison,
} from '#people/view';

export function toEvalRunSummary(
  name: string,
  { isGoing }: RecordedRun,
  report: Report,
  canBeStopped = false,
): EvalRunSummary {
  const { meta, planned, trials, passed, failed, errors, pass_rate, cost_usd } = report;
  return {
    ...toRunListItem(name, meta),
    isGoing,
    canBeStopped,
    planned,
    trials,
    passed,
    failed,
    errors,
    passRate: pass_rate,
    costUsd: cost_usd,
  };
}

export function toRunListItem(name: string, meta: RunMeta): EvalRunListItem {
  const { agent, tasks_path, tasks_sha256, started_at, ended_at } = meta;
  return {
    name,
    agent,
    suite: tasks_path?.split(/[/\\]/).at(-1) ?? `tasks ${tasks_sha256.slice(0, 12)}`,
    tasksDigest: tasks_sha256,
    startedAt: started_at,
    ...(ended_at !== undefined && { endedAt: ended_at }),
  };
}

export interface RunFindings {
  readonly report: Report;
  readonly passes: readonly PassPoint[];
  readonly failingIn: (row: TrialSummary) => readonly string[];
  readonly tags: TaskTags;
}

export function toEvalRunView(
  name: string,
  run: RecordedRun,
  { report, passes, failingIn, tags }: RunFindings,
  canBeStopped = false,
): EvalRunView {
  const known = run.rows.flatMap(({ cost_usd }) => cost_usd ?? []);
  const rows = Map.groupBy(run.rows, ({ task_id }) => task_id);
  return {
    ...toEvalRunSummary(name, run, report, canBeStopped),
    seed: report.meta.seed,
    graders: report.meta.graders,
    meanScore: report.mean_score,
    passes: passes.map(toEvalPassPoint),
    knownCostUsd: known.reduce((sum, cost) => sum + cost, 0),
    trialsOfUnknownCost: run.rows.length - known.length,
    judgeCostUsd: report.judge_cost_usd,
    totalTokens: report.total_tokens,
    durationS: report.duration_s,
    broke: report.broke,
    tasks: report.tasks.map((task): EvalTaskSummary => {
      const own = rows.get(task.task_id) ?? [];
      return {
        id: task.task_id,
        tags: tags.get(task.task_id) ?? [],
        passed: task.passed,
        failed: task.failed,
        errors: task.errors,
        meanScore: task.mean_score,
        costUsd: sumCostUsd(own),
        failing: task.failing,
        trials: own
          .map((row): EvalTrialSummary => {
            const { trial, verdict } = row;
            return { trial, verdict, failing: failingIn(row) };
          })
          .toSorted((a, b) => a.trial - b.trial),
      };
    }),
  };
}

function toEvalPassPoint({ k, at, all }: PassPoint): EvalPassPoint {
  return { k, any: toEvalEstimate(at), all: toEvalEstimate(all) };
}

function toEvalEstimate(estimate: PassPoint['at']): EvalPassPoint['any'] {
  if (!estimate) return null;
  const { mean, interval } = estimate;
  return { mean, ...(interval && { interval }) };
}

/** Sums the cost in US dollars; null if the cost of any trial is unknown. */
function sumCostUsd(rows: readonly TrialSummary[]): number | null {
  let sum = 0;
  for (const { cost_usd } of rows) {
    if (cost_usd === null) return null;
    sum += cost_usd;
  }
  return sum;
}

export function toEvalTrial(row: TrialRow): EvalTrial {
  const { task_id, trial, verdict, error, score, messages, grades } = row;
  return {
    taskId: task_id,
    trial,
    verdict,
    error,
    score: verdict === 'error' ? null : score,
    endedBy: row.terminated_reason,
    steps: row.steps,
    toolCalls: row.tool_calls,
    durationS: row.duration_s,
    inputTokens: row.input_tokens,
    outputTokens: row.output_tokens,
    costUsd: row.cost_usd,
    judgeCostUsd: row.judge_cost_usd,
    seed: row.seed,
    startedAt: row.started_at,
    grades: grades.map(toEvalGrade),
    ...(messages && { messages }),
  };
}

function toEvalGrade({ name, passed, score, details, skipped, error }: Grade): EvalGrade {
  const judged = passed ? 'passed' : 'failed';
  const standing = error !== undefined ? 'error' : skipped ? 'skipped' : judged;
  return { name, standing, score, reason: error ?? JSON.stringify(details) };
}

export function toEvalComparison(
  { p_value, regressions, improvements, ...found }: Comparison,
  [before, after]: readonly [before: EvalRunSummary, after: EvalRunSummary],
): EvalComparison {
  return {
    ...found,
    pValue: p_value,
    regressions: regressions.map(toEvalChange),
    improvements: improvements.map(toEvalChange),
    before,
    after,
  };
}

function toEvalChange({ task_id, before, after }: TaskChange): EvalChange {
  return { taskId: task_id, before, after };
}
