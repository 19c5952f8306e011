import {
  ActivityFailure,
  ApplicationFailure,
  isCancellation,
  patched,
  sleep,
  type CancellationScope,
} from '@temporalio/workflow';
import type { RunnerExit, TaskEvent } from '@timestep-ai/timestep/core';
import {
  EFFECT_LOST,
  UNKNOWN_AGENT,
  type EffectInput,
  type EffectOutcome,
  type TaskSettings,
  type TraitsByTool,
} from '../task/task-record.ts';
import { createEffectActivities, type EffectActivities } from './activities.ts';
import { recordLossAndPause, type Loss } from './recover-from-loss.ts';
import type { WorkflowLog } from './workflow-log.ts';

/** Maximum milliseconds of a wait for a worker that still count as working time. */
const SHORT_WAIT_MS = 1000;

/** Name of a patch: workflows that started before it keep the former behavior when replayed. */
const WAITS_PATCH = 'waits-after-effects';

/** First pause in milliseconds if the worker lacks the agent. Each further pause is longer. */
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 300_000;

type PerformEffect = (activities: EffectActivities, input: EffectInput) => Promise<EffectOutcome>;

export interface EffectRunner {
  /**
   * Runs an effect. If its worker died before the outcome was known, returns the event `cut`, which records
   * the interruption; without it, returns `'lost'`.
   */
  readonly runEffect: (
    scope: CancellationScope,
    summary: string,
    perform: PerformEffect,
    cut?: TaskEvent,
  ) => Promise<TaskEvent | 'canceled' | 'lost'>;
  /**
   * Runs a repeatable effect until its outcome is known. Throws if the task stops to ask its user
   * whether to continue.
   */
  readonly runUntilKnown: (
    scope: CancellationScope,
    summary: string,
    perform: PerformEffect,
  ) => Promise<TaskEvent | 'canceled'>;
}

/** Creates a runner of effects: it runs them as activities, and records waits for and losses of workers. */
export function createEffectRunner(
  log: WorkflowLog,
  settings: TaskSettings,
  onTraits: (traits: TraitsByTool) => void,
): EffectRunner {
  const runEffect: EffectRunner['runEffect'] = async (scope, summary, perform, cut) => {
    const begunAt = Date.now();
    const { origin, workingMs, generation } = log.task;
    const remainingMs = Math.max(0, origin.limits.time_limit_s * 1000 - workingMs);
    const activities = createEffectActivities(remainingMs, settings.heartbeatMs, summary);
    const input = { added: log.added(), generation, remainingMs };
    let outcome: EffectOutcome;
    try {
      outcome = await scope.run(() => retryUntilAgentFound(() => perform(activities, input)));
    } catch (failure) {
      if (isCancellation(failure) && log.task.cancelRequested) return 'canceled';
      await recordLossAndPause(log, scope, { ...readProcessExit(failure), cut }, settings);
      return cut ?? 'lost';
    }
    log.wrote(generation);
    recordDelays(log, outcome, begunAt);
    if (outcome.traits) onTraits(outcome.traits);
    return outcome.event;
  };

  const runUntilKnown: EffectRunner['runUntilKnown'] = async (scope, summary, perform) => {
    for (;;) {
      const outcome = await runEffect(scope, summary, perform);
      if (outcome !== 'lost') return outcome;
      if (log.task.parked) throw new Error('the task is parked');
    }
  };

  return { runEffect, runUntilKnown };
}

/**
 * Records the wait for a worker, which is not working time, and whether the time limit was reached.
 */
function recordDelays(
  log: WorkflowLog,
  { event, startedAt, endedAt, isLate }: EffectOutcome,
  begunAt: number,
): void {
  const now = Date.now();
  if (startedAt - begunAt > SHORT_WAIT_MS && !log.task.parked) {
    log.addEvent({ type: 'task.resumed' }, Math.min(startedAt, now));
  }
  const isHeardLate = endedAt !== undefined && now - endedAt > SHORT_WAIT_MS;
  const hasWaited = isHeardLate && patched(WAITS_PATCH);
  if (isLate && log.task.limitReached === undefined) {
    log.addEvent({ type: 'limit.reached', limit: 'time_limit_s' }, hasWaited ? endedAt : now);
  }
  if (hasWaited) log.planAppend(event, { at: endedAt, next: { type: 'task.resumed' } });
}

async function retryUntilAgentFound(perform: () => Promise<EffectOutcome>): Promise<EffectOutcome> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    try {
      return await perform();
    } catch (failure) {
      if (!isUnknownAgent(failure)) throw failure;
      await sleep(pauseMs);
    }
  }
}

/**
 * Returns how the worker of a lost effect ended, and the name of the worker that found the loss; only `lost` if
 * the second attempt was lost too.
 */
function readProcessExit(failure: unknown): Pick<Loss, 'exit' | 'heir'> {
  const cause = failure instanceof ActivityFailure ? failure.cause : undefined;
  const isLost = cause instanceof ApplicationFailure && cause.type === EFFECT_LOST;
  const [exit, heir] = (isLost ? cause.details : undefined) ?? [];
  return {
    exit: (exit as RunnerExit | undefined) ?? { kind: 'lost' },
    ...(typeof heir === 'string' && { heir }),
  };
}

function isUnknownAgent(failure: unknown): boolean {
  if (!(failure instanceof ActivityFailure)) return false;
  return failure.cause instanceof ApplicationFailure && failure.cause.type === UNKNOWN_AGENT;
}
