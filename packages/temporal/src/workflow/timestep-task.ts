import {
  CancellationScope,
  CancelledFailure,
  defineSignal,
  makeContinueAsNewFunc,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import { decide, drive, isFinal } from '@timestep-ai/timestep/core';
import {
  CANCEL_SIGNAL,
  INBOUND_SIGNAL,
  SETTLED_SIGNAL,
  WATCH_SIGNAL,
  type InboundMessage,
  type TaskInput,
  type WaitingCall,
} from '../task/task-record.ts';
import { createEffects } from './effects.ts';
import { createWriteActivities } from './activities.ts';
import { createTaskWaits } from './task-waits.ts';
import { createWorkflowLog } from './workflow-log.ts';

const inbound = defineSignal<[InboundMessage]>(INBOUND_SIGNAL);
const cancel = defineSignal<[principal?: string]>(CANCEL_SIGNAL);
const watch = defineSignal<[WaitingCall]>(WATCH_SIGNAL);
const settled = defineSignal<[string]>(SETTLED_SIGNAL);

/**
 * Number of history events of a run that has not done anything yet. Such a run must not continue as
 * new.
 */
const NEW_RUN = 10;

/**
 * Continues the workflow as a new run, which uses the current build. A run keeps the build that it
 * started with.
 */
const continueAsNew = makeContinueAsNewFunc<typeof timestepTask>({
  initialVersioningBehavior: 'AUTO_UPGRADE',
});

/**
 * Workflow of a task: the same loop as on other backends, over a log of outlines. Each effect is
 * one activity, which first writes the earlier events to the store.
 */
export async function timestepTask(input: TaskInput): Promise<{ readonly state: string }> {
  const { heartbeatMs, mostEvents = Number.POSITIVE_INFINITY } = input.settings;
  const writing = createWriteActivities(heartbeatMs);
  let wasCancelled = false;
  /** Scope of the running loop, which writes incoming messages; undefined while it is stopped. */
  let driving: CancellationScope | undefined;
  let flushing: Promise<void> | undefined;

  const log = createWorkflowLog(input, {
    now: () => Date.now(),
    onNews(news) {
      if (news === 'cancel') driving?.cancel();
      if (driving) flushing ??= CancellationScope.nonCancellable(writeRecords);
    },
    close: (added) => writing.closeTask(added),
  });
  const effects = createEffects(log, heartbeatMs, input.carried?.traits ?? {});

  setHandler(inbound, (message) => log.takeMessage(message));
  // A task that waits for this one passes its principal, and may cancel only tasks of the same.
  setHandler(cancel, (principal = log.task.origin.principal) => {
    if (principal === log.task.origin.principal) log.requestCancel();
  });
  const resting = { log, writing, isAtRest: () => isAtRest(log.task) };
  const waits = createTaskWaits(resting, input.carried?.watchers);
  setHandler(watch, waits.watch);
  setHandler(settled, waits.settled);

  /** Writes the records that the store may not have yet, so that readers see them. */
  async function writeRecords(): Promise<void> {
    const added = log.added();
    const last = added.records.at(-1);
    if (last) {
      await writing.record(added);
      log.wrote(last.event.generation);
    }
    flushing = undefined;
  }

  /** Whether a new run must continue, because the history is long or a newer build is deployed. */
  function mustContinueAsNew(): boolean {
    const { continueAsNewSuggested, historyLength, targetWorkerDeploymentVersionChanged } =
      workflowInfo();
    if (continueAsNewSuggested || historyLength >= mostEvents) return true;
    return targetWorkerDeploymentVersionChanged && historyLength > NEW_RUN;
  }

  /** Runs the task until it has ended or its history is too long. */
  async function runLoop(): Promise<void> {
    while (!isFinal(log.task) && !mustContinueAsNew()) {
      const scope = new CancellationScope();
      driving = scope;
      await drive(log, effects.within(scope), () => !mustContinueAsNew());
      driving = undefined;
      await flushing;
      if (isFinal(log.task) || !isAtRest(log.task)) continue;
      await writeRecords();
      await waits.rest();
    }
  }

  // Canceling the workflow cancels the task, whose remaining events must still be written.
  CancellationScope.current().cancelRequested.catch(() => {
    wasCancelled = true;
    log.requestCancel();
  });
  await CancellationScope.nonCancellable(async () => {
    await runLoop();
    if (isFinal(log.task)) await waits.end();
  });
  if (!isFinal(log.task)) {
    const watchers = waits.watchers();
    const told = watchers.length > 0 ? { watchers } : {};
    const carried = { ...log.carry(), traits: effects.traits(), ...told };
    return continueAsNew({ ...input, carried });
  }
  if (wasCancelled) throw new CancelledFailure('the task was canceled');
  return { state: log.task.state };
}

function isAtRest(task: Parameters<typeof decide>[0]): boolean {
  const decision = decide(task);
  return decision.do === 'wait' || decision.do === 'rest';
}
