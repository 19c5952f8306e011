import type { Clock } from '../../port/index.ts';
import type { OutsideChanges } from './outside-changes.ts';
import { NOBODY, type Ownership } from './ownership.ts';
import type { Refusals } from './refusals.ts';
import type { Residents } from './residents.ts';
import type { StoreWatch } from './store-watch.ts';
import type { TaskTable } from './task-table.ts';
import type { Upkeep } from './upkeep.ts';
import type { Waits } from './waits.ts';

export interface RoundsSite {
  readonly clock: Clock;
  /** Milliseconds for which a sign of life is valid. */
  readonly leaseMs: number;
  readonly watch: StoreWatch;
  readonly ownership: Ownership;
  readonly table: TaskTable;
  readonly residents: Residents;
  readonly outside: OutsideChanges;
  readonly upkeep: Upkeep;
  readonly waits: Waits;
  readonly refusals: Refusals;
}

/** The regular work of a runner. */
export interface Rounds {
  /**
   * Makes the first round, and the next ones every third of a lease. Throws where the first fails.
   */
  readonly begin: () => void;
  readonly stop: () => void;
}

export function createRounds(site: RoundsSite): Rounds {
  const { clock, leaseMs, refusals } = site;
  let callOff = (): void => undefined;

  function makeNextLater(): void {
    callOff = clock.schedule(leaseMs / 3, () => {
      refusals.attempt(() => makeRound(site));
      makeNextLater();
    });
  }

  return {
    begin() {
      makeRound(site);
      makeNextLater();
    },
    stop: () => callOff(),
  };
}

/** Records that this process lives, and continues the tasks that have no working process. */
function makeRound({
  clock,
  watch,
  ownership,
  residents,
  outside,
  upkeep,
  waits,
  refusals,
}: RoundsSite): void {
  watch.write(() => ownership.renew(clock.now()));
  refusals.reportAgain();
  // A write that failed at the last moment may be on disk all the same.
  if (watch.wereAway()) residents.takeUp.own();
  takeUpLapsed({ clock, ownership, residents });
  residents.takeUp.review();
  waits.look();
  outside.wake();
  upkeep.look();
}

/** Continues what owners that are gone had under way, for the agents of this process. */
export function takeUpLapsed({
  clock,
  ownership,
  residents,
}: Pick<RoundsSite, 'clock' | 'ownership' | 'residents'>): void {
  for (const gone of ownership.lapsed(clock.now())) {
    residents.takeUp.inherit(gone);
    ownership.forget(gone);
  }
}

/**
 * Takes up changes by another process: they may concern tasks in memory, or release tasks that any
 * process may continue.
 */
export function takeUpFreed({
  table,
  residents,
  waits,
}: Pick<RoundsSite, 'table' | 'residents' | 'waits'>): void {
  if (table.hasWork(NOBODY)) residents.takeUp.inherit(NOBODY);
  residents.takeUp.review();
  waits.look();
}
