import {
  ActivityFailure,
  ApplicationFailure,
  isCancellation,
  sleep,
  type CancellationScope,
} from '@temporalio/workflow';
import type { Effects, TaskEvent } from '@timestep-ai/timestep/core';
import { UNKNOWN_AGENT, type EffectInput, type Outcome, type Traits } from '../task/task-record.ts';
import { effectActivities, type EffectActivities } from './activities.ts';
import type { WorkflowLog } from './workflow-log.ts';

/** A longer wait for a worker does not count as work. */
const SHORT_WAIT_MS = 1000;

const CANCELED = { code: 'canceled', message: 'canceled' } as const;

/**
 * The first pause before an effect is offered again, because a worker did not have the agent; later
 * pauses are longer.
 */
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 300_000;

/** The loop's effects as activities. */
export interface WorkflowEffects {
  /** The effects within a scope; cancelling the scope cancels running ones. */
  within(scope: CancellationScope): Effects;
  /** The traits of the tools of the newest calls, for the next run. */
  traits(): Traits;
}

export function createEffects(
  log: WorkflowLog,
  heartbeatMs: number,
  known: Traits,
): WorkflowEffects {
  let traits = known;

  /** Runs an effect; `lost` where its worker died and the outcome is unknown. */
  async function outcomeOf(
    scope: CancellationScope,
    summary: string,
    perform: (activities: EffectActivities, input: EffectInput) => Promise<Outcome>,
  ): Promise<TaskEvent | 'canceled' | 'lost'> {
    const begunAt = Date.now();
    const { origin, workingMs, generation } = log.task;
    const remainingMs = Math.max(0, origin.limits.time_limit_s * 1000 - workingMs);
    const activities = effectActivities(remainingMs, heartbeatMs, summary);
    const input = { added: log.added(), generation, remainingMs };
    let outcome: Outcome;
    try {
      outcome = await scope.run(() => taken(() => perform(activities, input)));
    } catch (failure) {
      if (isCancellation(failure) && log.task.cancelRequested) return 'canceled';
      log.add({ type: 'task.resumed' }, Date.now());
      return 'lost';
    }
    log.wrote(generation);
    if (outcome.startedAt - begunAt > SHORT_WAIT_MS) {
      log.add({ type: 'task.resumed' }, Math.min(outcome.startedAt, Date.now()));
    }
    if (outcome.isLate && log.task.limitReached === undefined) {
      log.add({ type: 'limit.reached', limit: 'time_limit_s' }, Date.now());
    }
    if (outcome.traits) traits = outcome.traits;
    return outcome.event;
  }

  return {
    traits: () => traits,
    within: (scope) => ({
      async loadPrompt() {
        for (;;) {
          const outcome = await outcomeOf(scope, 'prompt', (activities, input) =>
            activities.loadPrompt(input),
          );
          if (outcome === 'canceled') return { type: 'prompt.failed', error: CANCELED };
          if (outcome !== 'lost') return outcome;
        }
      },
      async selectContext(step) {
        for (;;) {
          const outcome = await outcomeOf(scope, 'context', (activities, input) =>
            activities.selectContext({ ...input, step }),
          );
          if (outcome === 'canceled') return { type: 'context.selected', items: [] };
          if (outcome !== 'lost') return outcome;
        }
      },
      async callModel(step, attempt) {
        const outcome = await outcomeOf(scope, `step ${step}`, (activities, input) =>
          activities.callModel({ ...input, step, attempt }),
        );
        if (outcome === 'canceled') return { type: 'model.failed', step, attempt, error: CANCELED };
        return outcome === 'lost' ? { type: 'model.lost', step, attempt } : outcome;
      },
      toolTraits: async () => new Map(Object.entries(traits)),
      async callTool(planned) {
        const { id, function: called } = planned.call;
        const outcome = await outcomeOf(scope, called.name, (activities, input) =>
          activities.callTool({ ...input, planned }),
        );
        if (outcome === 'canceled') return { type: 'tool.failed', callId: id, error: CANCELED };
        return outcome === 'lost' ? { type: 'tool.interrupted', callId: id } : outcome;
      },
    }),
  };
}

/**
 * Offers an effect until a worker that has the agent takes it; the other workers have not begun it.
 */
async function taken(perform: () => Promise<Outcome>): Promise<Outcome> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    try {
      return await perform();
    } catch (failure) {
      if (!isUnknownAgent(failure)) throw failure;
      await sleep(pauseMs);
    }
  }
}

function isUnknownAgent(failure: unknown): boolean {
  if (!(failure instanceof ActivityFailure)) return false;
  return failure.cause instanceof ApplicationFailure && failure.cause.type === UNKNOWN_AGENT;
}
