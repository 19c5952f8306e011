import { hasTaskEnded, isInputRequired } from '#core';
import { RunnerError, type Runner } from '#engine/port';
import { composeRunner } from '#engine/runner';
import type { Servables } from './servables.ts';

const NEVER = new AbortController().signal;

/**
 * Wraps a runner. Rejects new messages if `mostRunning` tasks of the agent are running in this
 * process.
 */
export function createRunnerWithTaskLimit(runner: Runner, agents: Pick<Servables, 'get'>): Runner {
  /**
   * Tasks in progress, by agent: ids of running tasks, and a symbol for each message that is still being
   * submitted.
   */
  const underWay = new Map<string, Set<string | symbol>>();

  function removeRunningId(
    agent: string,
    running: Set<string | symbol>,
    id: string | symbol,
  ): void {
    running.delete(id);
    if (running.size === 0 && underWay.get(agent) === running) underWay.delete(agent);
  }

  return composeRunner(runner, {
    async submit(submission) {
      const { agent, taskId } = submission;
      const most = agents.get(agent)?.mostRunning;
      if (most === undefined) return runner.submit(submission);
      const running = underWay.get(agent) ?? new Set();
      const isCounted = taskId !== undefined && running.has(taskId);
      if (!isCounted && running.size >= most) {
        const message = `agent ${agent} has ${most} running tasks, its maximum: try again later`;
        throw new RunnerError('too-many-tasks', message);
      }
      const arriving = Symbol(agent);
      underWay.set(agent, running.add(arriving));
      try {
        const task = await runner.submit(submission);
        if (hasTaskEnded(task) || isInputRequired(task)) return task;
        running.add(task.id);
        // A task that cannot be watched is not counted, because its end would never be noticed.
        const settled = runner.waitUntilSettled(task.id, NEVER).catch(() => undefined);
        void settled.then(() => removeRunningId(agent, running, task.id));
        return task;
      } finally {
        removeRunningId(agent, running, arriving);
      }
    },
  });
}
