import type { Effects, TaskEvent } from '@timestep-ai/timestep/core';
import type { CancellationScope } from '@temporalio/workflow';
import type { TaskSettings, TraitsByTool } from '../task/task-record.ts';
import { sleepUntilOrCanceled } from './sleep-until.ts';
import { createEffectRunner } from './run-effect.ts';
import type { WorkflowLog } from './workflow-log.ts';

const CANCELED = { code: 'canceled', message: 'canceled' } as const;

export interface WorkflowEffects {
  /** Returns the effects of the task, which run in the given cancellation scope. */
  within(scope: CancellationScope): Effects;
  /**
   * Traits (such as idempotency) of the tools that the newest reply calls. They are passed on when the
   * workflow continues as new.
   */
  traits(): TraitsByTool;
}

export function createActivityEffects(
  log: WorkflowLog,
  settings: TaskSettings,
  known: TraitsByTool,
  writeRecords: () => Promise<void>,
): WorkflowEffects {
  let traits = known;
  const { runEffect, runUntilKnown } = createEffectRunner(log, settings, (found) => {
    traits = found;
  });

  return {
    traits: () => traits,
    within: (scope) => ({
      async loadPrompt() {
        const outcome = await runUntilKnown(scope, 'prompt', (activities, input) =>
          activities.loadPrompt(input),
        );
        return isTaskEvent(outcome) ? outcome : { type: 'prompt.failed', error: CANCELED };
      },
      async selectContext(step) {
        const outcome = await runUntilKnown(scope, 'context', (activities, input) =>
          activities.selectContext({ ...input, step }),
        );
        return isTaskEvent(outcome) ? outcome : { type: 'context.selected', items: [] };
      },
      async callModel(step, attempt) {
        const outcome = await runEffect(
          scope,
          `step ${step}`,
          (activities, input) => activities.callModel({ ...input, step, attempt }),
          { type: 'model.lost', step, attempt },
        );
        return isTaskEvent(outcome)
          ? outcome
          : { type: 'model.failed', step, attempt, error: CANCELED };
      },
      loadToolTraits: async () => new Map(Object.entries(traits)),
      async callTool(planned) {
        const { id, function: called } = planned.call;
        const outcome = await runEffect(
          scope,
          called.name,
          (activities, input) => activities.callTool({ ...input, planned }),
          { type: 'tool.interrupted', callId: id },
        );
        return isTaskEvent(outcome)
          ? outcome
          : { type: 'tool.failed', callId: id, error: CANCELED };
      },
      async waitUntil(time) {
        // The records are written first, so that readers of the task see why it waits.
        await writeRecords();
        await scope.run(() => sleepUntilOrCanceled(time));
      },
    }),
  };
}

function isTaskEvent(outcome: TaskEvent | 'canceled' | 'lost'): outcome is TaskEvent {
  return typeof outcome === 'object';
}
