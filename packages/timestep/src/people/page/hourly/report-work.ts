import { getBucketMiddleMs, type WorkCount, type WorkPeriod } from '#engine/port';
import type { WorkFigures, WorkReport, WorkSeries } from '#people/view';

export interface ReportedPeriod extends WorkPeriod {
  readonly stepMs: number;
}

/**
 * Sums up the stored hourly counts of work for the page: by agent, by model and in all, for each step of a
 * period.
 */
export function createWorkReport(
  counts: readonly WorkCount[],
  { since, until, stepMs }: ReportedPeriod,
): WorkReport {
  const steps = Math.max(1, Math.ceil((until - since) / stepMs));
  const createSeries = (
    name: string,
    its: readonly WorkCount[],
    kind: WorkCount['kind'],
  ): WorkSeries => {
    const byStep = Map.groupBy(its, ({ hour }) => Math.floor((hour - since) / stepMs));
    const points = Array.from({ length: steps }, (_, step) =>
      sumWork(byStep.get(step) ?? [], kind),
    );
    const models = kind === 'task' ? listModels(its) : [];
    return { name, models, ...sumWork(its, kind), points };
  };
  const listSeries = (
    groups: ReadonlyMap<string, readonly WorkCount[]>,
    kind: WorkCount['kind'],
  ): readonly WorkSeries[] =>
    [...groups]
      .map(([name, its]) => createSeries(name, its, kind))
      .toSorted((one, other) => other.count - one.count || (one.name < other.name ? -1 : 1));
  const calls = counts.filter(({ kind }) => kind === 'model');
  const [first] = counts;
  return {
    since,
    stepMs,
    ...(first && { countedSince: first.hour }),
    total: createSeries('', counts, 'task'),
    agents: listSeries(
      Map.groupBy(counts, ({ agent }) => agent),
      'task',
    ),
    models: listSeries(
      Map.groupBy(calls, ({ model }) => model),
      'model',
    ),
  };
}

/** Lists the named models of counted calls, most calls first. */
function listModels(counts: readonly WorkCount[]): readonly string[] {
  const groups = Map.groupBy(counts, ({ model }) => model);
  groups.delete('');
  return [...groups]
    .map(([model, its]) => [model, sumCounts(its, ({ count }) => count)] as const)
    .toSorted(([, one], [, other]) => other - one)
    .map(([model]) => model);
}

/**
 * Sums up work statistics. Numbers and durations are of tasks or of model calls, by `kind`; tokens and costs
 * include both.
 */
function sumWork(counts: readonly WorkCount[], kind: WorkCount['kind']): WorkFigures {
  const its = counts.filter((one) => one.kind === kind);
  return {
    count: sumCounts(its, ({ count }) => count),
    failed: sumCounts(its, ({ failed }) => failed),
    inputTokens: sumCounts(counts, ({ inputTokens }) => inputTokens),
    cachedTokens: sumCounts(counts, ({ cachedTokens }) => cachedTokens),
    outputTokens: sumCounts(counts, ({ outputTokens }) => outputTokens),
    costUsd: sumCounts(counts, ({ costUsd }) => costUsd),
    unpriced: sumCounts(counts, ({ unpriced }) => unpriced),
    p50Ms: findQuantile(its, 0.5),
    p95Ms: findQuantile(its, 0.95),
  };
}

function sumCounts(counts: readonly WorkCount[], get: (one: WorkCount) => number): number {
  return counts.reduce((total, one) => total + get(one), 0);
}

/** Finds the quantile of the counted durations in milliseconds, such as the median for a `share` of 0.5. */
function findQuantile(counts: readonly WorkCount[], share: number): number | null {
  const sorted = counts.toSorted((one, other) => one.range - other.range);
  const wanted = share * sumCounts(counts, ({ count }) => count);
  let reached = 0;
  for (const { range, count } of sorted) {
    reached += count;
    if (reached >= wanted && count > 0) return getBucketMiddleMs(range);
  }
  return null;
}
