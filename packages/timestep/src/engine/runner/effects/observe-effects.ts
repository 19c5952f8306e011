import { toolNameToCrashKey, isRetried, type Effects, type Task } from '#core';

/** One kind of work for a task (such as model calls), for which a runner counts crashes. */
export interface TaskWork {
  readonly taskId: string;
  /** Kind of work: `model`, `tool <name>`, or `preparation`. */
  readonly during: string;
  /** Whether a process was lost during this work, which has not finished since. */
  readonly isRetried: boolean;
  /** Name of this one effect, for runners that record which of several concurrent effects was lost. */
  readonly effect?: string;
}

/** Runs work for a task, and lets the runner record during which work its process ends. */
export type ObserveWork = <T>(work: TaskWork, run: () => T) => T;

/** Wraps the effects of a task so that `observe` runs each of them. */
export function observeEffects(
  effects: Effects,
  target: { readonly task: Task },
  observe: ObserveWork,
): Effects {
  function observeWork<T>(during: string, run: () => T): T {
    const { task } = target;
    return observe({ taskId: task.id, during, isRetried: isRetried(task, during) }, run);
  }
  return {
    loadPrompt: () => observeWork('preparation', () => effects.loadPrompt()),
    selectContext: (step) => observeWork('preparation', () => effects.selectContext(step)),
    loadToolTraits: () => observeWork('preparation', () => effects.loadToolTraits()),
    callModel: (step, attempt) => observeWork('model', () => effects.callModel(step, attempt)),
    callTool: (planned) =>
      observeWork(toolNameToCrashKey(planned.call.function.name), () => effects.callTool(planned)),
    waitUntil: (time) => effects.waitUntil(time),
  };
}
