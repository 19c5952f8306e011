import {
  listCallAnswers,
  getEffectiveCall,
  hasTaskEnded,
  toolNameToCrashKey,
  type PlannedCall,
  type Task,
  type ToolTraits,
} from '@timestep-ai/timestep/core';
import { contentNames } from '../task/content-key.ts';
import type {
  EffectInput,
  EffectOutcome,
  TaskActivities,
  TraitsByTool,
} from '../task/task-record.ts';
import { withHeartbeats } from './heartbeat.ts';
import { waitForStopOrRejectCanceled } from './wait-until-canceled.ts';
import { storeAwaitedResultIfSettled } from './store-awaited-result.ts';
import { performEffectOnce, type PerformEffectDeps, type EffectKind } from './perform-effect.ts';
import { createTaskCache } from './task-cache.ts';

export type ActivityDeps = Omit<PerformEffectDeps, 'cache'> & {
  /** Signal that aborts as soon as the worker begins to stop. */
  readonly stopping?: AbortSignal;
};

export function createActivities(deps: ActivityDeps): TaskActivities {
  const { store } = deps;
  const cache = createTaskCache(store);
  const effectDeps: PerformEffectDeps = { ...deps, cache };
  const effect = (input: EffectInput, performing: EffectKind): Promise<EffectOutcome> =>
    performEffectOnce(effectDeps, input, performing);

  return {
    loadPrompt: (input) =>
      effect(input, {
        name: contentNames.prompt,
        during: 'preparation',
        perform: async (effects) => effects.loadPrompt(),
      }),
    selectContext: (input) =>
      effect(input, {
        name: contentNames.context(input.step),
        during: 'preparation',
        perform: (effects) => effects.selectContext(input.step),
      }),
    callModel: (input) =>
      effect(input, {
        name: contentNames.model(input.step, input.attempt),
        during: 'model',
        perform: (effects) => effects.callModel(input.step, input.attempt),
        traitsFor: async (effects, event) => {
          const calls = event.type === 'model.replied' ? event.message.tool_calls : undefined;
          return calls && selectTraits(await effects.loadToolTraits(), calls);
        },
      }),
    callTool: (input) =>
      effect(input, {
        name: contentNames.tool(input.planned),
        during: toolNameToCrashKey(input.planned.call.function.name),
        perform: async (effects) => {
          const task = await cache.loadAt(input.added.taskId, input.generation);
          return effects.callTool(restoreTextsOfPlannedCall(task, input.planned));
        },
      }),
    record: (added) => withHeartbeats(() => store.append(added)),
    watchWorker: () =>
      withHeartbeats(() => waitForStopOrRejectCanceled(deps.stopping), deps.workerId),
    lookAtAwaited: (input) => withHeartbeats(() => storeAwaitedResultIfSettled(store, input)),
    closeTask: async (added) => ({
      pending: await withHeartbeats(async () => {
        if (added.state === 'canceled') await abortRemoteWork(deps, added.taskId);
        return store.close(added);
      }),
    }),
  };
}

async function abortRemoteWork(
  { agents, store, tell }: ActivityDeps,
  taskId: string,
): Promise<void> {
  const task = await store.load(taskId);
  if (!task || hasTaskEnded(task)) return;
  try {
    await agents.get(task.origin.agent)?.abandon?.(task);
  } catch (thrown) {
    tell?.(thrown, 'agent_failed');
  }
}

/** Adds the texts that an outline omits to a planned tool call. */
function restoreTextsOfPlannedCall(task: Task, planned: PlannedCall): PlannedCall {
  const state = task.calls.find(({ call }) => call.id === planned.call.id);
  if (!state) return planned;
  return {
    ...planned,
    call: getEffectiveCall(state),
    ...(state.answers && { answers: listCallAnswers(state) }),
    ...(state.awaited && { awaited: state.awaited }),
  };
}

function selectTraits(
  traits: ReadonlyMap<string, ToolTraits>,
  calls: readonly PlannedCall['call'][],
): TraitsByTool {
  const named = calls.map(({ function: { name } }) => {
    const { replay, needsApproval } = traits.get(name) ?? {};
    return [name, { ...(replay && { replay }), ...(needsApproval && { needsApproval }) }] as const;
  });
  return Object.fromEntries(named);
}
