import { isFinal, isInputRequired, type Submission, type Task } from '#core';
import { RunnerError, type Runner } from '#engine/port';
import { composeRunner } from '#engine/runner';
import type { Servables } from './servables.ts';

const NEVER = new AbortController().signal;

/** Rejects messages to an agent that already has `mostRunning` tasks working in this process. */
export function createBoundedRunner(runner: Runner, agents: Pick<Servables, 'get'>): Runner {
  /** Ids of running tasks, by agents with a limit. */
  const underWay = new Map<string, Set<string>>();
  /** Number of messages that are being submitted, by agent. */
  const arriving = new Map<string, number>();

  function countTasks(agent: string): number {
    return (underWay.get(agent)?.size ?? 0) + (arriving.get(agent) ?? 0);
  }

  async function watchUntilSettled(agent: string, { id }: Task): Promise<void> {
    const running = underWay.get(agent) ?? new Set();
    underWay.set(agent, running.add(id));
    // A task that cannot be watched is not counted, because it would count forever.
    await runner.waitUntilSettled(id, NEVER).catch(() => undefined);
    running.delete(id);
    if (running.size === 0) underWay.delete(agent);
  }

  async function submit(submission: Submission): Promise<Task> {
    const { agent, taskId } = submission;
    const most = agents.get(agent)?.mostRunning;
    if (most === undefined) return runner.submit(submission);
    const isCounted = taskId !== undefined && underWay.get(agent)?.has(taskId);
    if (!isCounted && countTasks(agent) >= most) {
      const message = `agent ${agent} has ${most} running tasks, its maximum: try again later`;
      throw new RunnerError('too-many-tasks', message);
    }
    const before = arriving.get(agent) ?? 0;
    arriving.set(agent, before + 1);
    try {
      const task = await runner.submit(submission);
      if (!isFinal(task) && !isInputRequired(task)) void watchUntilSettled(agent, task);
      return task;
    } finally {
      const left = (arriving.get(agent) ?? 1) - 1;
      if (left > 0) arriving.set(agent, left);
      else arriving.delete(agent);
    }
  }

  return composeRunner(runner, { submit });
}
