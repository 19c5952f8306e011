import {
  CancellationScope,
  CancelledFailure,
  defineQuery,
  defineSignal,
  makeContinueAsNewFunc,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import { decide, drive, hasTaskEnded, type DispatchReport } from '@timestep-ai/timestep/core';
import {
  CANCEL_SIGNAL,
  DISPATCH_SIGNAL,
  INBOUND_SIGNAL,
  SETTLED_SIGNAL,
  STATE_QUERY,
  WATCH_SIGNAL,
  type InboundMessage,
  type TaskInput,
  type WaitingCall,
} from '../task/task-record.ts';
import { createActivityEffects } from './effects.ts';
import { createWriteActivityProxies } from './activities.ts';
import { viewTaskState, type TaskStateView } from './task-state.ts';
import { createTaskWaits } from './task-waits.ts';
import { createWorkflowLog, requestWorkflowCancel } from './workflow-log.ts';

const inbound = defineSignal<[InboundMessage]>(INBOUND_SIGNAL);
const cancel = defineSignal<[principal?: string]>(CANCEL_SIGNAL);
const reported = defineSignal<[DispatchReport]>(DISPATCH_SIGNAL);
const watch = defineSignal<[WaitingCall]>(WATCH_SIGNAL);
const settled = defineSignal<[string]>(SETTLED_SIGNAL);
const getState = defineQuery<TaskStateView>(STATE_QUERY);

/**
 * Number of history events up to which a workflow run is new: it has done nothing yet, and must not continue
 * as new.
 */
const NEW_RUN = 10;

/** Continues the workflow as a new run, which uses the current build. */
const continueAsNew = makeContinueAsNewFunc<typeof timestepTask>({
  initialVersioningBehavior: 'AUTO_UPGRADE',
});

/**
 * Workflow of a task: the task loop over a log of outlines, in which each effect is one activity.
 */
export async function timestepTask(input: TaskInput): Promise<{ readonly state: string }> {
  const { heartbeatMs, mostEvents = Number.POSITIVE_INFINITY } = input.settings;
  const writing = createWriteActivityProxies(heartbeatMs);
  let wasCancelled = false;
  /** Cancellation scope of the running task loop. Undefined while the loop is stopped. */
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
  const effects = createActivityEffects(
    log,
    input.settings,
    input.carried?.traits ?? {},
    writeRecords,
  );

  setHandler(getState, () => viewTaskState(log));
  setHandler(inbound, (message) => log.recordOrQueueMessage(message));
  // A task may cancel only tasks of the same principal.
  setHandler(cancel, (principal = log.task.origin.principal) => {
    if (principal === log.task.origin.principal) requestWorkflowCancel(log);
  });
  setHandler(reported, (report) =>
    log.addNews({ type: 'dispatch.reported', ...report }, 'message'),
  );
  const isAtRest = (): boolean => isWaitingOrEnded(log.task);
  const waits = createTaskWaits(log, writing, isAtRest, input.carried?.watchers);
  setHandler(watch, waits.watch);
  setHandler(settled, waits.settled);

  async function writeRecords(): Promise<void> {
    const added = log.added();
    const last = added.records.at(-1);
    if (last) {
      await writing.record(added);
      log.wrote(last.event.generation);
    }
    flushing = undefined;
  }

  const mustContinueAsNew = (): boolean => isNewRunDue(mostEvents);

  async function runTaskUntilEndOrContinuation(): Promise<void> {
    while (!hasTaskEnded(log.task) && !mustContinueAsNew()) {
      const scope = new CancellationScope();
      driving = scope;
      await runTaskLoopUntilParked(log, effects.within(scope), () => !mustContinueAsNew());
      driving = undefined;
      await flushing;
      if (hasTaskEnded(log.task) || !isWaitingOrEnded(log.task)) continue;
      await writeRecords();
      await waits.rest();
    }
  }

  // The remaining events of a canceled task must still be written.
  CancellationScope.current().cancelRequested.catch(() => {
    wasCancelled = true;
    requestWorkflowCancel(log);
  });
  await CancellationScope.nonCancellable(async () => {
    await runTaskUntilEndOrContinuation();
    if (hasTaskEnded(log.task)) await waits.end();
  });
  if (!hasTaskEnded(log.task)) {
    const watchers = waits.watchers();
    const told = watchers.length > 0 ? { watchers } : {};
    const carried = { ...log.carry(), traits: effects.traits(), ...told };
    return continueAsNew({ ...input, carried });
  }
  if (wasCancelled) throw new CancelledFailure('the task was canceled');
  return { state: log.task.state };
}

/** Returns whether to continue as new: the history is long or a newer build is deployed. */
function isNewRunDue(mostEvents: number): boolean {
  const { continueAsNewSuggested, historyLength, targetWorkerDeploymentVersionChanged } =
    workflowInfo();
  if (continueAsNewSuggested || historyLength >= mostEvents) return true;
  return targetWorkerDeploymentVersionChanged && historyLength > NEW_RUN;
}

/**
 * Runs the task loop. Returns early if an effect throws because the task has stopped meanwhile to
 * ask its user whether to continue.
 */
async function runTaskLoopUntilParked(...[log, ...rest]: Parameters<typeof drive>): Promise<void> {
  try {
    await drive(log, ...rest);
  } catch (thrown) {
    if (!log.task.parked) throw thrown;
  }
}

function isWaitingOrEnded(task: Parameters<typeof decide>[0]): boolean {
  const decision = decide(task);
  return decision.do === 'wait' || decision.do === 'rest';
}
