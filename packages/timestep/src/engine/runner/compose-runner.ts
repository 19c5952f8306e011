import type { Runner } from '#engine/port';

/**
 * Returns a runner with some members replaced. The rest are those of `base`, which may be a class.
 */
export function composeRunner(base: Runner, members: Partial<Runner>): Runner {
  return {
    submit: (submission) => base.submit(submission),
    get: (taskId) => base.get(taskId),
    list: (query) => base.list(query),
    subscribe: (taskId, after, signal) => base.subscribe(taskId, after, signal),
    waitUntilSettled: (taskId, signal) => base.waitUntilSettled(taskId, signal),
    cancel: (taskId) => base.cancel(taskId),
    getStateKey: () => base.getStateKey(),
    erase: (taskId) => base.erase(taskId),
    close: (graceMs) => base.close(graceMs),
    ...(base.getStorageProblem && { getStorageProblem: () => base.getStorageProblem?.() }),
    ...members,
  };
}
