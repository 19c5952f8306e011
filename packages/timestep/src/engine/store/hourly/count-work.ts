import type { CalledModel, NumberedEvent, Usage } from '#core';
import { getDurationBucket, HOUR_MS, type WorkCount } from '#engine/port';
import { toStoredFigure } from '../stored-figure.ts';

/** Facts about a task that are needed to count its work. */
export interface CountedTask {
  readonly agent: string;
  /** The working time of the task after the events. It is only read if the task has ended. */
  readonly workingMs: number;
}

/**
 * Counts the work that new events of a task report. `before` is the time of the event before them:
 * a call of a model took the time since the previous event. An ended task took its working time.
 */
export function countWorkOfEvents(
  task: CountedTask,
  events: readonly NumberedEvent[],
  before: number,
): readonly WorkCount[] {
  let counts: WorkCount[] | undefined;
  let previous = before;
  for (const event of events) {
    const counted = countModelCallOrTaskEnd(task, event, event.at - previous);
    if (counted) (counts ??= []).push(counted);
    previous = event.at;
  }
  return counts ?? NO_WORK;
}

const NO_WORK: readonly WorkCount[] = [];

/** Adds up the counts that are stored in one row. Each row is then written once. */
export function sumWorkPerRow(counts: readonly WorkCount[]): readonly WorkCount[] {
  if (counts.length < 2) return counts;
  const sums = new Map<string, WorkCount>();
  for (const counted of counts) {
    const { hour, kind, agent, model, range } = counted;
    const key = JSON.stringify([hour, kind, agent, model, range]);
    const sum = sums.get(key);
    sums.set(key, sum ? sumWorkCounts(sum, counted) : counted);
  }
  return [...sums.values()];
}

function sumWorkCounts(one: WorkCount, other: WorkCount): WorkCount {
  return {
    ...one,
    count: one.count + other.count,
    failed: one.failed + other.failed,
    inputTokens: one.inputTokens + other.inputTokens,
    cachedTokens: one.cachedTokens + other.cachedTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    costUsd: one.costUsd + other.costUsd,
    unpriced: one.unpriced + other.unpriced,
  };
}

function countModelCallOrTaskEnd(
  { agent, workingMs }: CountedTask,
  event: NumberedEvent,
  tookMs: number,
): WorkCount | undefined {
  const { at } = event;
  switch (event.type) {
    case 'model.replied': {
      const { called, message: used } = event;
      return createWorkCount({ at, kind: 'model', agent, tookMs, failed: 0, called, used });
    }
    case 'model.failed':
      return createWorkCount({ at, kind: 'model', agent, tookMs, failed: 1, called: event.called });
    case 'model.refused': {
      const { called, summarized: used } = event;
      return createWorkCount({ at, kind: 'model', agent, tookMs, failed: 1, called, used });
    }
    case 'task.finished': {
      const failed = event.state === 'failed' ? 1 : 0;
      return createWorkCount({ at, kind: 'task', agent, tookMs: workingMs, failed });
    }
    default:
      return undefined;
  }
}

interface CountedFacts extends Pick<WorkCount, 'kind' | 'agent' | 'failed'> {
  readonly at: number;
  readonly tookMs: number;
  readonly called?: CalledModel | undefined;
  /** The model's reply, which contains its token usage and cost. */
  readonly used?: { readonly usage?: Usage; readonly cost_usd?: number } | undefined;
}

function createWorkCount({
  at,
  kind,
  agent,
  tookMs,
  failed,
  called,
  used,
}: CountedFacts): WorkCount {
  const usage = used?.usage;
  const costUsd = used?.cost_usd;
  return {
    hour: at - (at % HOUR_MS),
    kind,
    agent,
    model: called ? formatModelName(called) : '',
    range: getDurationBucket(tookMs),
    count: 1,
    failed,
    inputTokens: Math.round(toStoredFigure(usage?.prompt_tokens)),
    cachedTokens: Math.round(toStoredFigure(usage?.prompt_tokens_details?.cached_tokens)),
    outputTokens: Math.round(toStoredFigure(usage?.completion_tokens)),
    costUsd: toStoredFigure(costUsd),
    unpriced: usage && costUsd === undefined ? 1 : 0,
  };
}

function formatModelName({ provider, model }: CalledModel): string {
  return [provider, model].filter((part) => part !== undefined && part !== '').join('/');
}
