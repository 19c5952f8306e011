import type { Clock } from '#engine/port';
import type { OutsideChanges } from '../file/outside-changes.ts';
import { NO_OWNER, type Ownership } from './ownership.ts';
import type { ErrorHandler } from '../error-handler.ts';
import type { TaskHost } from '../tasks/task-host.ts';
import type { StoreWatch } from '../file/store-watch.ts';
import type { TaskTable } from '../tasks/task-table.ts';
import type { Upkeep } from '../upkeep/upkeep.ts';
import type { Waits } from '../waits/waits.ts';

export interface HeartbeatDeps {
  readonly clock: Clock;
  readonly leaseMs: number;
  readonly watch: StoreWatch;
  readonly ownership: Ownership;
  readonly table: TaskTable;
  readonly host: TaskHost;
  readonly outside: OutsideChanges;
  readonly upkeep: Upkeep;
  readonly waits: Waits;
  readonly errors: ErrorHandler;
}

export interface Heartbeat {
  /** Renews the lease, every third of a lease. Throws if the first run fails. */
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

function runHeartbeat({
  clock,
  watch,
  ownership,
  host,
  outside,
  upkeep,
  waits,
  errors,
}: HeartbeatDeps): void {
  watch.write(() => ownership.renew(clock.now()));
  errors.resetReports();
  // The last write may be on disk although it failed.
  if (watch.wereFilesMissing()) host.recovery.resumeOwnTasks();
  takeOverLapsedOwners({ clock, ownership, host });
  host.recovery.checkTasks();
  waits.check();
  outside.wake();
  upkeep.check();
}

export function takeOverLapsedOwners({
  clock,
  ownership,
  host,
}: Pick<HeartbeatDeps, 'clock' | 'ownership' | 'host'>): void {
  for (const gone of ownership.listLapsed(clock.now())) {
    host.recovery.takeOverOwner(gone);
    ownership.removeOwner(gone);
  }
}

/** Handles writes of other processes, which may have changed or released tasks. */
export function handleOutsideWrites({
  table,
  host,
  waits,
}: Pick<HeartbeatDeps, 'table' | 'host' | 'waits'>): void {
  if (table.hasWork(NO_OWNER)) host.recovery.takeOverOwner(NO_OWNER);
  host.recovery.checkTasks();
  waits.check();
}
