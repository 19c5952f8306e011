import {
  ActivityFailure,
  ApplicationFailure,
  isCancellation,
  sleep,
  type CancellationScope,
} from '@temporalio/workflow';
import type { Effects, TaskEvent } from '@timestep-ai/timestep/core';
import {
  UNKNOWN_AGENT,
  type EffectInput,
  type EffectOutcome,
  type TraitsByTool,
} from '../task/task-record.ts';
import { createEffectActivities, type EffectActivities } from './activities.ts';
import { pauseAfterLoss, sleepUntil } from './pause-after-loss.ts';
import type { WorkflowLog } from './workflow-log.ts';

/** Maximum milliseconds of a wait for a worker that count as working time. */
const SHORT_WAIT_MS = 1000;

const CANCELED = { code: 'canceled', message: 'canceled' } as const;

/** First pause before a retry because the worker lacks the agent. Later pauses are longer. */
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 300_000;

export interface WorkflowEffects {
  /** The cancellation scope of running effects. */
  within(scope: CancellationScope): Effects;
  /** Traits of tools that the newest reply calls, kept for the workflow's next run. */
  traits(): TraitsByTool;
}

export function createEffects(
  log: WorkflowLog,
  heartbeatMs: number,
  known: TraitsByTool,
  writeRecords: () => Promise<void>,
): WorkflowEffects {
  let traits = known;

  /** Runs an effect. Returns `lost` if its worker died and the outcome is unknown. */
  async function runEffect(
    scope: CancellationScope,
    summary: string,
    perform: (activities: EffectActivities, input: EffectInput) => Promise<EffectOutcome>,
  ): Promise<TaskEvent | 'canceled' | 'lost'> {
    const begunAt = Date.now();
    const { origin, workingMs, generation } = log.task;
    const remainingMs = Math.max(0, origin.limits.time_limit_s * 1000 - workingMs);
    const activities = createEffectActivities(remainingMs, heartbeatMs, summary);
    const input = { added: log.added(), generation, remainingMs };
    let outcome: EffectOutcome;
    try {
      outcome = await scope.run(() => retryUntilAgentFound(() => perform(activities, input)));
    } catch (failure) {
      if (isCancellation(failure) && log.task.cancelRequested) return 'canceled';
      await pauseAfterLoss(log, scope);
      return 'lost';
    }
    log.wrote(generation);
    recordDelays(log, outcome, begunAt);
    if (outcome.traits) traits = outcome.traits;
    return outcome.event;
  }

  /** Runs an effect that can be repeated until its outcome is known. */
  const runUntilKnown: typeof runEffect = async (...effect) => {
    const outcome = await runEffect(...effect);
    return outcome === 'lost' ? runUntilKnown(...effect) : outcome;
  };

  return {
    traits: () => traits,
    within: (scope) => ({
      async loadPrompt() {
        const outcome = await runUntilKnown(scope, 'prompt', (activities, input) =>
          activities.loadPrompt(input),
        );
        return isEvent(outcome) ? outcome : { type: 'prompt.failed', error: CANCELED };
      },
      async selectContext(step) {
        const outcome = await runUntilKnown(scope, 'context', (activities, input) =>
          activities.selectContext({ ...input, step }),
        );
        return isEvent(outcome) ? outcome : { type: 'context.selected', items: [] };
      },
      async callModel(step, attempt) {
        const outcome = await runEffect(scope, `step ${step}`, (activities, input) =>
          activities.callModel({ ...input, step, attempt }),
        );
        if (outcome === 'canceled') return { type: 'model.failed', step, attempt, error: CANCELED };
        return outcome === 'lost' ? { type: 'model.lost', step, attempt } : outcome;
      },
      loadToolTraits: async () => new Map(Object.entries(traits)),
      async callTool(planned) {
        const { id, function: called } = planned.call;
        const outcome = await runEffect(scope, called.name, (activities, input) =>
          activities.callTool({ ...input, planned }),
        );
        if (outcome === 'canceled') return { type: 'tool.failed', callId: id, error: CANCELED };
        return outcome === 'lost' ? { type: 'tool.interrupted', callId: id } : outcome;
      },
      async waitUntil(time) {
        // Readers of the task see why it waits.
        await writeRecords();
        await scope.run(() => sleepUntil(time));
      },
    }),
  };
}

function isEvent(outcome: TaskEvent | 'canceled' | 'lost'): outcome is TaskEvent {
  return typeof outcome === 'object';
}

/** Records a wait for a worker, which is not working time, and the end of the time limit. */
function recordDelays(
  log: WorkflowLog,
  { startedAt, isLate }: EffectOutcome,
  begunAt: number,
): void {
  if (startedAt - begunAt > SHORT_WAIT_MS) {
    log.addEvent({ type: 'task.resumed' }, Math.min(startedAt, Date.now()));
  }
  if (isLate && log.task.limitReached === undefined) {
    log.addEvent({ type: 'limit.reached', limit: 'time_limit_s' }, Date.now());
  }
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

function isUnknownAgent(failure: unknown): boolean {
  if (!(failure instanceof ActivityFailure)) return false;
  return failure.cause instanceof ApplicationFailure && failure.cause.type === UNKNOWN_AGENT;
}
