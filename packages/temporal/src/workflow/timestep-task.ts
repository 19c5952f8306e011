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
  type Watcher,
} from '../task/task-record.ts';
import { createEffects } from './effects.ts';
import { writingActivities } from './activities.ts';
import { createWaits } from './waits.ts';
import { createWorkflowLog } from './workflow-log.ts';

const inbound = defineSignal<[InboundMessage]>(INBOUND_SIGNAL);
const cancel = defineSignal<[principal?: string]>(CANCEL_SIGNAL);
const watch = defineSignal<[Watcher]>(WATCH_SIGNAL);
const settled = defineSignal<[string]>(SETTLED_SIGNAL);

/** Events of a run that has done nothing yet, which must not continue as new. */
const NEW_RUN = 10;

/** The next run uses the current build; a run keeps the build that it began with. */
const goOnAsNew = makeContinueAsNewFunc<typeof timestepTask>({
  initialVersioningBehavior: 'AUTO_UPGRADE',
});

/**
 * A task on Temporal: the same loop as on other backends, over a log of outlines. Each effect is
 * one activity, which first writes the earlier events to the store.
 */
export async function timestepTask(input: TaskInput): Promise<{ readonly state: string }> {
  const { heartbeatMs, mostEvents = Number.POSITIVE_INFINITY } = input.settings;
  const writing = writingActivities(heartbeatMs);
  let wasCancelled = false;
  /** Absent while no drive is running that would write incoming messages. */
  let driving: CancellationScope | undefined;
  let flushing: Promise<void> | undefined;

  const log = createWorkflowLog(input, {
    now: () => Date.now(),
    onNews(news) {
      if (news === 'cancel') driving?.cancel();
      if (driving) flushing ??= CancellationScope.nonCancellable(flush);
    },
    close: (added) => writing.closeTask(added),
  });
  const effects = createEffects(log, heartbeatMs, input.carried?.traits ?? {});

  setHandler(inbound, (message) => log.take(message));
  // A task that waits for this one says whose it is; others may cancel it.
  setHandler(cancel, (principal = log.task.origin.principal) => {
    if (principal === log.task.origin.principal) log.requestCancel();
  });
  const resting = { log, writing, isAtRest: () => isAtRest(log.task) };
  const waits = createWaits(resting, input.carried?.watchers);
  setHandler(watch, waits.watch);
  setHandler(settled, waits.settled);

  /** Writes the records that the store may not have, for readers. */
  async function flush(): Promise<void> {
    const added = log.added();
    const last = added.records.at(-1);
    if (last) {
      await writing.record(added);
      log.wrote(last.event.generation);
    }
    flushing = undefined;
  }

  /** Whether another run must continue: the history is long enough, or there is a newer build. */
  function isFull(): boolean {
    const { continueAsNewSuggested, historyLength, targetWorkerDeploymentVersionChanged } =
      workflowInfo();
    if (continueAsNewSuggested || historyLength >= mostEvents) return true;
    return targetWorkerDeploymentVersionChanged && historyLength > NEW_RUN;
  }

  /** Drives the task until it has ended, or until its history is long enough. */
  async function live(): Promise<void> {
    while (!isFinal(log.task) && !isFull()) {
      const scope = new CancellationScope();
      driving = scope;
      await drive(log, effects.within(scope), () => !isFull());
      driving = undefined;
      await flushing;
      if (isFinal(log.task) || !isAtRest(log.task)) continue;
      await flush();
      await waits.rest();
    }
  }

  // A cancellation of the workflow cancels the task, whose remaining events must still be written.
  CancellationScope.current().cancelRequested.catch(() => {
    wasCancelled = true;
    log.requestCancel();
  });
  await CancellationScope.nonCancellable(async () => {
    await live();
    if (isFinal(log.task)) await waits.end();
  });
  if (!isFinal(log.task)) {
    const watchers = waits.watchers();
    const told = watchers.length > 0 ? { watchers } : {};
    const carried = { ...log.carry(), traits: effects.traits(), ...told };
    return goOnAsNew({ ...input, carried });
  }
  if (wasCancelled) throw new CancelledFailure('the task was canceled');
  return { state: log.task.state };
}

function isAtRest(task: Parameters<typeof decide>[0]): boolean {
  const decision = decide(task);
  return decision.do === 'wait' || decision.do === 'rest';
}
