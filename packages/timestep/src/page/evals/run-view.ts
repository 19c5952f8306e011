import type { PassPoint, Report, RecordedRun, TaskTags, TrialSummary } from '../../eval/index.ts';
import type {
  EvalPassPoint,
  EvalRunSummary,
  EvalRunView,
  EvalTaskLine,
  EvalTrialLine,
} from '../../view/index.ts';
import { runLine } from './run-folders.ts';

/** A run as a list shows it. */
export function runSummary(
  name: string,
  { isGoing }: RecordedRun,
  report: Report,
  canBeStopped = false,
): EvalRunSummary {
  const { meta, planned, trials, passed, failed, errors, pass_rate, cost_usd } = report;
  return {
    ...runLine(name, meta),
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

/** What is found in a run beside its rows. */
export interface RunFindings {
  readonly report: Report;
  readonly passes: readonly PassPoint[];
  readonly failingIn: (row: TrialSummary) => readonly string[];
  readonly tags: TaskTags;
}

/** A run as its own view shows it. */
export function runView(
  name: string,
  run: RecordedRun,
  { report, passes, failingIn, tags }: RunFindings,
  canBeStopped = false,
): EvalRunView {
  const known = run.rows.flatMap(({ cost_usd }) => cost_usd ?? []);
  const rows = Map.groupBy(run.rows, ({ task_id }) => task_id);
  return {
    ...runSummary(name, run, report, canBeStopped),
    seed: report.meta.seed,
    graders: report.meta.graders,
    meanScore: report.mean_score,
    passes: passes.map(passPoint),
    knownCostUsd: known.reduce((sum, cost) => sum + cost, 0),
    trialsOfUnknownCost: run.rows.length - known.length,
    judgeCostUsd: report.judge_cost_usd,
    totalTokens: report.total_tokens,
    durationS: report.duration_s,
    broke: report.broke,
    tasks: report.tasks.map((task): EvalTaskLine => {
      const own = rows.get(task.task_id) ?? [];
      return {
        id: task.task_id,
        tags: tags.get(task.task_id) ?? [],
        passed: task.passed,
        failed: task.failed,
        errors: task.errors,
        meanScore: task.mean_score,
        costUsd: costOf(own),
        failing: task.failing,
        trials: own
          .map((row): EvalTrialLine => {
            const { trial, verdict } = row;
            return { trial, verdict, failing: failingIn(row) };
          })
          .toSorted((a, b) => a.trial - b.trial),
      };
    }),
  };
}

function passPoint({ k, at, all }: PassPoint): EvalPassPoint {
  return { k, any: withInterval(at), all: withInterval(all) };
}

function withInterval(estimate: PassPoint['at']): EvalPassPoint['any'] {
  if (!estimate) return null;
  const { mean, interval } = estimate;
  return { mean, ...(interval && { interval }) };
}

/** US dollars; unknown where any part is. */
function costOf(rows: readonly TrialSummary[]): number | null {
  let sum = 0;
  for (const { cost_usd } of rows) {
    if (cost_usd === null) return null;
    sum += cost_usd;
  }
  return sum;
}
