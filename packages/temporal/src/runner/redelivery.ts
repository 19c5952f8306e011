import type { Clock } from '@timestep-ai/timestep/port';
import type { WaitingMessage } from '../store/inbound-messages.ts';
import type { TaskStore } from '../store/task-store.ts';
import type { TaskWorkflows } from './task-workflows.ts';

export interface RedeliveryDeps {
  readonly store: TaskStore;
  readonly workflows: TaskWorkflows;
  readonly clock: Clock;
  readonly onError: (thrown: unknown) => void;
  /** Receives the promise of each redelivery, so that a caller can wait for all of them to end. */
  readonly counted: (round: Promise<void>) => Promise<void>;
}

const INTERVAL_MS = 5000;
const MAX_FAILURES = 3;

/** Delivers stored messages that did not reach Temporal, until the returned function is called. */
export function startRedelivery(deps: RedeliveryDeps): () => void {
  const { store, workflows, clock, onError, counted } = deps;
  let isStopped = false;
  let callOff = (): void => undefined;

  async function redeliverMessagesAndReschedule(): Promise<void> {
    let failures = 0;
    try {
      for (const waiting of await store.undelivered(clock.now() - INTERVAL_MS)) {
        // A message that cannot be delivered must not stop the others. A later run tries again.
        if (isStopped || failures === MAX_FAILURES) break;
        if (!(await tryToDeliver(waiting))) failures += 1;
      }
    } catch (thrown) {
      if (!isStopped) onError(thrown);
    }
    scheduleRedelivery();
  }

  async function tryToDeliver(waiting: WaitingMessage): Promise<boolean> {
    try {
      await workflows.deliver(waiting.taskId, waiting);
      await store.markDelivered(waiting.submission);
      return true;
    } catch (thrown) {
      if (!isStopped) onError(thrown);
      return false;
    }
  }

  function scheduleRedelivery(): void {
    if (!isStopped)
      callOff = clock.schedule(INTERVAL_MS, () => void counted(redeliverMessagesAndReschedule()));
  }

  scheduleRedelivery();
  return () => {
    isStopped = true;
    callOff();
  };
}
