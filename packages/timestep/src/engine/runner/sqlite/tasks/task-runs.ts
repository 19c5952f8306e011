import {
  mailboxItemToEvents,
  hasTaskEnded,
  buildRecoveryEvents,
  omitUndefined,
  type RunnerExit,
  type Task,
} from '#core';
import { createAgentPlaceholder } from '../../agent-placeholder.ts';
import { runTask, isIdle } from '../../run-task.ts';
import type { LoadedTasks, LoadedTask } from './loaded-tasks.ts';
import type { RunnerParts } from '../runner-parts.ts';
import { getProcessName } from '../ownership/owner-id.ts';
import { createRetries } from '../ownership/retries.ts';

/** Runs the tasks of a process. A task whose run fails is removed from memory. */
export interface TaskRuns {
  readonly start: (loaded: LoadedTask) => void;
  readonly applyMailbox: (loaded: LoadedTask) => void;
  readonly resume: (loaded: LoadedTask, exit: RunnerExit) => void;
  readonly stopRetries: () => void;
}

export function createTaskRuns(parts: RunnerParts, loadedTasks: LoadedTasks): TaskRuns {
  const { mail, agents, clock, crashLimit, reportFailure, hooks, ownership } = parts;
  const retries = createRetries(clock, startRunIfNeeded);

  async function runUntilIdle(loaded: LoadedTask): Promise<void> {
    try {
      // The task is checked again, because a message may arrive after the last decision of the task loop.
      do {
        const { agent } = loaded.log.task.origin;
        const served = agents.get(agent) ?? createAgentPlaceholder(agent);
        const { observe } = ownership.mark;
        loaded.run = runTask(loaded.log, served, clock, { reportFailure, hooks, observe });
        await loaded.run.done;
      } while (!isIdle(loaded.log));
      loaded.run = undefined;
      loadedTasks.unloadIfIdle(loaded);
    } catch (thrown) {
      loadedTasks.dropFailedTask(loaded, thrown);
      loaded.run = undefined;
    }
  }

  function startRunIfNeeded(loaded: LoadedTask): void {
    if (!loaded.run && !hasTaskEnded(loaded.log.task)) void runUntilIdle(loaded);
  }

  /** Applies the mailbox to the task at once, so that later events follow it. */
  async function applyMailbox(loaded: LoadedTask): Promise<void> {
    const { log } = loaded;
    const { id } = log.task;
    const appended: Promise<Task>[] = [];
    let isCancel = false;
    for (const pending of mail.listPending(id, loaded.lastMailId)) {
      // An ended task takes no more messages. They stay in the mailbox, so the database rejects storing the end.
      if (hasTaskEnded(log.task)) break;
      loaded.lastMailId = pending.id;
      isCancel ||= pending.mail.kind === 'cancel';
      const events = mailboxItemToEvents(log.task, pending.mail);
      appended.push(log.appendAll(events, () => mail.remove(pending.id)));
    }
    if (appended.length === 0) return;
    try {
      await Promise.all(appended);
      if (isCancel) loaded.run?.interrupt();
      startRunIfNeeded(loaded);
    } catch (thrown) {
      loadedTasks.dropFailedTask(loaded, thrown);
    }
  }

  async function recoverAndRunTask(loaded: LoadedTask, exit: RunnerExit): Promise<void> {
    const lost = buildRecoveryEvents(loaded.log.task, exit, {
      crashLimit,
      now: clock.now(),
      random: Math.random(),
      ...omitUndefined({ process: getProcessName(ownership.id) }),
    });
    try {
      const recorded = lost.length > 0 ? loaded.log.appendAll(lost) : undefined;
      if (loaded.log.task.isHeld) retries.add(loaded);
      await Promise.all([recorded, applyMailbox(loaded)]);
      startRunIfNeeded(loaded);
    } catch (thrown) {
      loadedTasks.dropFailedTask(loaded, thrown);
    }
  }

  return {
    start: startRunIfNeeded,
    applyMailbox: (loaded) => void applyMailbox(loaded),
    resume: (loaded, exit) => void recoverAndRunTask(loaded, exit),
    stopRetries: () => retries.close(),
  };
}
