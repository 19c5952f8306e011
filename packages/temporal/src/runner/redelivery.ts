import type { Clock } from '@timestep-ai/timestep/port';
import type { WaitingMessage } from '../store/inbound.ts';
import type { TaskStore } from '../store/task-store.ts';
import type { TaskWorkflows } from './task-workflows.ts';

export interface RedeliverySite {
  readonly store: TaskStore;
  readonly workflows: TaskWorkflows;
  readonly clock: Clock;
  readonly onError: (thrown: unknown) => void;
  /** Receives each round, so that a caller can wait for its end. */
  readonly counted: (round: Promise<void>) => Promise<void>;
}

/**
 * Delivers messages that were kept while Temporal, or the process that kept them, was not
 * available.
 */
export interface Redelivery {
  readonly begin: () => void;
  readonly stop: () => void;
}

/** How often to look for messages that were kept but may not have reached Temporal. */
const EVERY_MS = 5000;
/** Failures in one round, after which it ends. */
const MOST_FAILURES = 3;

export function createRedelivery(site: RedeliverySite): Redelivery {
  const { store, workflows, clock, onError, counted } = site;
  let isStopped = false;
  let callOff = (): void => undefined;

  async function makeRound(): Promise<void> {
    let failures = 0;
    try {
      for (const waiting of await store.undelivered(clock.now() - EVERY_MS)) {
        // A message that cannot be delivered must not stop the others; where none can be, the round
        // ends and a later one tries again.
        if (isStopped || failures === MOST_FAILURES) break;
        if (!(await isDelivered(waiting))) failures += 1;
      }
    } catch (thrown) {
      if (!isStopped) onError(thrown);
    }
    makeRoundLater();
  }

  async function isDelivered(waiting: WaitingMessage): Promise<boolean> {
    try {
      await workflows.deliver(waiting.taskId, waiting);
      await store.markDelivered(waiting.submission);
      return true;
    } catch (thrown) {
      if (!isStopped) onError(thrown);
      return false;
    }
  }

  function makeRoundLater(): void {
    if (!isStopped) callOff = clock.schedule(EVERY_MS, () => void counted(makeRound()));
  }

  return {
    begin: makeRoundLater,
    stop() {
      isStopped = true;
      callOff();
    },
  };
}
