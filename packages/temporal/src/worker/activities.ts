import {
  answersTo,
  callToMake,
  isFinal,
  type PlannedCall,
  type Task,
  type ToolTraits,
} from '@timestep-ai/timestep/core';
import { contentKey } from '../task/content-key.ts';
import type { EffectInput, Outcome, TaskActivities, Traits } from '../task/task-record.ts';
import { alive } from './heartbeat.ts';
import { lookAtAwaited } from './look-at-awaited.ts';
import { performEffect, type EffectsSite, type Performing } from './perform-effect.ts';
import { createTaskCache } from './task-cache.ts';

export type ActivitySite = Omit<EffectsSite, 'cache'>;

/** The activities of workflows: the effects of the loop, on the agents of this process. */
export function createActivities(site: ActivitySite): TaskActivities {
  const { store } = site;
  const cache = createTaskCache(store);
  const effectsSite: EffectsSite = { ...site, cache };
  const effect = (input: EffectInput, performing: Performing): Promise<Outcome> =>
    performEffect(effectsSite, input, performing);

  return {
    loadPrompt: (input) =>
      effect(input, { name: contentKey.prompt, perform: async (effects) => effects.loadPrompt() }),
    selectContext: (input) =>
      effect(input, {
        name: contentKey.context(input.step),
        perform: (effects) => effects.selectContext(input.step),
      }),
    callModel: (input) =>
      effect(input, {
        name: contentKey.model(input.step, input.attempt),
        perform: (effects) => effects.callModel(input.step, input.attempt),
        traitsFor: async (effects, event) => {
          const calls = event.type === 'model.replied' ? event.message.tool_calls : undefined;
          return calls && namedTraits(await effects.toolTraits(), calls);
        },
      }),
    callTool: (input) =>
      effect(input, {
        name: contentKey.tool(input.planned),
        perform: async (effects) => {
          const task = await cache.taskAt(input.added.taskId, input.generation);
          return effects.callTool(wholeCall(task, input.planned));
        },
      }),
    record: (added) => alive(() => store.append(added)),
    lookAtAwaited: (input) => alive(() => lookAtAwaited(store, input)),
    closeTask: async (added) => ({
      pending: await alive(async () => {
        if (added.state === 'canceled') await abandonTask(site, added.taskId);
        return store.close(added);
      }),
    }),
  };
}

/** Ends what goes on elsewhere for a canceled task, where this worker has its agent. */
async function abandonTask({ agents, store, tell }: ActivitySite, taskId: string): Promise<void> {
  const task = await store.load(taskId);
  if (!task || isFinal(task)) return;
  try {
    await agents.get(task.origin.agent)?.abandon?.(task);
  } catch (thrown) {
    tell?.(thrown, 'agent_failed');
  }
}

/** The call with its arguments, its answers and what became of other tasks, which the workflow does not have. */
function wholeCall(task: Task, planned: PlannedCall): PlannedCall {
  const state = task.calls.find(({ call }) => call.id === planned.call.id);
  if (!state) return planned;
  return {
    ...planned,
    call: callToMake(state),
    ...(state.answers && { answers: answersTo(state) }),
    ...(state.awaited && { awaited: state.awaited }),
  };
}

function namedTraits(
  traits: ReadonlyMap<string, ToolTraits>,
  calls: readonly PlannedCall['call'][],
): Traits {
  const named = calls.map(({ function: { name } }) => {
    const { replay, needsApproval } = traits.get(name) ?? {};
    return [name, { ...(replay && { replay }), ...(needsApproval && { needsApproval }) }] as const;
  });
  return Object.fromEntries(named);
}
