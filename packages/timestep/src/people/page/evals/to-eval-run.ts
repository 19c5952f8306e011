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
} from '#eval';
import type {
  EvalPassPoint,
  EvalRunListItem,
  EvalRunSummary,
  EvalRunView,
  EvalGrade,
  EvalTrial,
  EvalComparison,
} from '#people/view';
import { toCamelCase } from './camel-case.ts';

export function toEvalRunSummary(
  name: string,
  { isGoing }: RecordedRun,
  report: Report,
  canBeStopped = false,
): EvalRunSummary {
  return { ...toRunListItem(name, report.meta), isGoing, canBeStopped, ...pickTotals(report) };
}

function pickTotals({ meta: _meta, tasks: _tasks, broke: _broke, ...totals }: Report) {
  return toCamelCase(totals);
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
    ...pickTotals(report),
    seed: report.meta.seed,
    graders: report.meta.graders,
    broke: report.broke,
    passes: passes.map(({ k, at, all }) => {
      return { k, any: toEvalEstimate(at), all: toEvalEstimate(all) };
    }),
    knownCostUsd: known.reduce((sum, cost) => sum + cost, 0),
    trialsOfUnknownCost: run.rows.length - known.length,
    tasks: report.tasks.map(({ task_id: id, ...task }) => {
      const own = rows.get(id) ?? [];
      return {
        ...toCamelCase(task),
        id,
        tags: tags.get(id) ?? [],
        costUsd: sumCostUsd(own),
        trials: own
          .map((row) => ({ trial: row.trial, verdict: row.verdict, failing: failingIn(row) }))
          .toSorted((a, b) => a.trial - b.trial),
      };
    }),
  };
}

function toEvalEstimate(estimate: PassPoint['at']): EvalPassPoint['any'] {
  if (!estimate) return null;
  const { mean, interval } = estimate;
  return { mean, ...(interval && { interval }) };
}

/** Sums the cost in US dollars; null if the cost of any trial is unknown. */
function sumCostUsd(rows: readonly TrialSummary[]): number | null {
  const known = rows.flatMap(({ cost_usd }) => cost_usd ?? []);
  return known.length < rows.length ? null : known.reduce((sum, cost) => sum + cost, 0);
}

export function toEvalTrial(row: TrialRow): EvalTrial {
  const { score, terminated_reason: endedBy, grades, ...rest } = row;
  return {
    ...toCamelCase(rest),
    score: row.verdict === 'error' ? null : score,
    endedBy,
    grades: grades.map(toEvalGrade),
  };
}

function toEvalGrade({ name, passed, score, details, skipped, error }: Grade): EvalGrade {
  const judged = passed ? 'passed' : 'failed';
  const standing = error !== undefined ? 'error' : skipped ? 'skipped' : judged;
  return { name, standing, score, reason: error ?? JSON.stringify(details) };
}

export function toEvalComparison(
  { regressions, improvements, ...found }: Comparison,
  [before, after]: readonly [before: EvalRunSummary, after: EvalRunSummary],
): EvalComparison {
  return {
    ...toCamelCase(found),
    regressions: regressions.map((change) => toCamelCase(change)),
    improvements: improvements.map((change) => toCamelCase(change)),
    before,
    after,
  };
}
