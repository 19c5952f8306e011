import type { HostParts, RunnerState } from '../runner-parts.ts';
import type { Upkeep } from '../upkeep/upkeep.ts';
import type { Waits } from '../waits/waits.ts';
import { NO_OWNER } from './ownership.ts';

export interface HeartbeatDeps extends HostParts {
  readonly leaseMs: number;
  readonly upkeep: Upkeep;
  readonly waits: Waits;
  readonly state: Readonly<RunnerState>;
}

export interface Heartbeat {
  /**
   * Renews the lease of this process every third of its period. Throws if the first renewal fails.
   */
  readonly start: () => void;
  readonly stop: () => void;
}

export function createHeartbeat(deps: HeartbeatDeps): Heartbeat {
  const { clock, leaseMs, errors } = deps;
  let callOff = (): void => undefined;

  function scheduleNext(): void {
    callOff = clock.schedule(leaseMs / 3, () => {
      errors.runAndReport(() => runHeartbeat(deps));
      scheduleNext();
    });
  }

  return {
    start() {
      runHeartbeat(deps);
      scheduleNext();
    },
    stop: () => callOff(),
  };
}

function runHeartbeat(deps: HeartbeatDeps): void {
  const { clock, watch, ownership, host, outside, upkeep, waits, errors, state } = deps;
  watch.write(() => ownership.renew(clock.now()));
  if (state.isStopping) return;
  errors.resetReports();
  // A write that failed while the file was missing may have reached the disk, so the tasks are resumed.
  if (watch.wereFilesMissing()) host.recovery.resumeOwnTasks();
  takeOverLapsedOwners(deps);
  host.recovery.checkTasks();
  waits.check();
  outside.wake();
  upkeep.check();
}

export function takeOverLapsedOwners({ clock, ownership, host }: HostParts): void {
  for (const gone of ownership.listLapsed(clock.now())) {
    host.recovery.takeOverOwner(gone);
    ownership.removeOwner(gone);
  }
}

/** Handles writes of other processes, which may have changed or released tasks. */
export function handleOutsideWrites(
  { table, host }: HostParts,
  waits: Waits,
  { isStopping }: Readonly<RunnerState>,
): void {
  if (isStopping) return;
  if (table.hasWork(NO_OWNER)) host.recovery.takeOverOwner(NO_OWNER);
  host.recovery.checkTasks();
  waits.check();
}
