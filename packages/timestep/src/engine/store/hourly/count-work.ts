import type { CalledModel, NumberedEvent, Usage } from '#core';
import { getDurationRange, HOUR_MS, type WorkCount } from '#engine/port';
import { toStoredFigure } from '../stored-figure.ts';

/** What counting needs to know of a task. */
export interface CountedTask {
  readonly agent: string;
  /** The working time of the task after the events. It is only read if the task has ended. */
  readonly workingMs: number;
}

/**
 * Counts the work that new events of a task report. `before` is the time of the event before them:
 * a call of a model took the time since the previous event. An ended task took its working time.
 */
export function countWork(
  task: CountedTask,
  events: readonly NumberedEvent[],
  before: number,
): readonly WorkCount[] {
  const counts: WorkCount[] = [];
  let previous = before;
  for (const event of events) {
    const counted = countEvent(task, event, event.at - previous);
    if (counted) counts.push(counted);
    previous = event.at;
  }
  return counts;
}

/** Adds up the counts that are stored in one row. Each row is then written once. */
export function addUpWork(counts: readonly WorkCount[]): readonly WorkCount[] {
  if (counts.length < 2) return counts;
  const sums = new Map<string, WorkCount>();
  for (const counted of counts) {
    const { hour, kind, agent, model, range } = counted;
    const key = JSON.stringify([hour, kind, agent, model, range]);
    const sum = sums.get(key);
    sums.set(key, sum ? addCounts(sum, counted) : counted);
  }
  return [...sums.values()];
}

function addCounts(one: WorkCount, other: WorkCount): WorkCount {
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

function countEvent(
  task: CountedTask,
  event: NumberedEvent,
  tookMs: number,
): WorkCount | undefined {
  const create = (facts: Partial<WorkCount>, ms: number): WorkCount => ({
    ...NOTHING,
    ...facts,
    hour: event.at - (event.at % HOUR_MS),
    agent: task.agent,
    range: getDurationRange(ms),
    count: 1,
  });
  switch (event.type) {
    case 'model.replied': {
      const { usage, cost_usd: costUsd } = event.message;
      return create({ model: nameModel(event.called), ...countUsage(usage, costUsd) }, tookMs);
    }
    case 'model.failed':
      return create({ model: nameModel(event.called), failed: 1 }, tookMs);
    case 'model.refused': {
      const { usage, cost_usd: costUsd } = event.summarized ?? {};
      const model = nameModel(event.called);
      return create({ model, failed: 1, ...countUsage(usage, costUsd) }, tookMs);
    }
    case 'task.finished':
      return create({ kind: 'task', failed: event.state === 'failed' ? 1 : 0 }, task.workingMs);
    default:
      return undefined;
  }
}

const NOTHING: WorkCount = {
  hour: 0,
  kind: 'model',
  agent: '',
  model: '',
  range: 0,
  count: 0,
  failed: 0,
  inputTokens: 0,
  cachedTokens: 0,
  outputTokens: 0,
  costUsd: 0,
  unpriced: 0,
};

function countUsage(usage: Usage | undefined, costUsd: number | undefined): Partial<WorkCount> {
  return {
    inputTokens: Math.round(toStoredFigure(usage?.prompt_tokens)),
    cachedTokens: Math.round(toStoredFigure(usage?.prompt_tokens_details?.cached_tokens)),
    outputTokens: Math.round(toStoredFigure(usage?.completion_tokens)),
    costUsd: toStoredFigure(costUsd),
    unpriced: usage && costUsd === undefined ? 1 : 0,
  };
}

function nameModel({ provider, model }: CalledModel = {}): string {
  return [provider, model].filter((part) => part !== undefined && part !== '').join('/');
}
