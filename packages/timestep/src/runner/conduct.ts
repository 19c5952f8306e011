import { decide, isFinal, TimestepError } from '../core/index.ts';
import type { Clock, ServedAgent } from '../port/index.ts';
import { drive } from './drive.ts';
import type { TaskLog } from './task-log.ts';

/** Work that was called off: by a client, or by the clock. */
export class Interruption extends TimestepError {}

/** A task being driven. `interrupt` stops the running effects; the log says why they stopped. */
export interface Conducting {
  readonly done: Promise<void>;
  interrupt(): void;
}

/** Drives a task until it ends or waits, and ends it when its time is up. */
export function conduct(log: TaskLog, served: ServedAgent, clock: Clock): Conducting {
  const abort = new AbortController();
  return {
    done: untilAtRest(log, served, clock, abort),
    interrupt: () => abort.abort(new Interruption('canceled', 'canceled')),
  };
}

async function untilAtRest(
  log: TaskLog,
  served: ServedAgent,
  clock: Clock,
  abort: AbortController,
): Promise<void> {
  const { time_limit_s } = log.task.origin.limits;
  const callOff = clock.schedule(time_limit_s * 1000 - log.task.workingMs, () => {
    if (isFinal(log.task)) return;
    log.append({ type: 'limit.reached', limit: 'time_limit_s' });
    abort.abort(new Interruption('time_limit', `stopped after ${time_limit_s} s`));
  });
  try {
    do {
      await drive(log, served, abort.signal);
      // Something may have been sent between the last decision and here.
    } while (!isAtRest(log));
  } finally {
    callOff();
  }
}

function isAtRest(log: TaskLog): boolean {
  const decision = decide(log.task);
  return decision.do === 'wait' || decision.do === 'rest';
}
