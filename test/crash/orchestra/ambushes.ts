import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { KillAt } from '../kill-points.ts';
import { ROLES, type Ambush, type Role } from './orders.ts';

/** Where a process is to be killed, and whether all others are then killed as well. */
export interface Strike {
  readonly role: Role;
  readonly at: KillAt;
  readonly isForAll?: boolean;
}

/** Has processes kill themselves, one after the other, by files that they look into. */
export interface Ambushes {
  /** The second strike is heeded once the first has happened. Points are counted from here. */
  order(strikes: readonly Strike[]): void;
  /** Takes the strike that has killed a process; nothing where none was ordered. */
  take(role: Role): Strike | undefined;
  /** Has the processes heed the next strike, before those that were killed are there again. */
  lieInWait(): void;
  /** Calls off what is left, and says how many have happened. */
  callOff(): number;
  /** How many points each process has passed since strikes were ordered. */
  passed(): Readonly<Record<Role, number>>;
}

const NOWHERE = 0;

export function createAmbushes(pathOf: (role: Role, what: string) => string): Ambushes {
  let orders = 0;
  let ahead: readonly Strike[] = [];
  let struck = 0;

  function lieInWait(): void {
    const [next] = ahead;
    for (const role of ROLES) {
      orders += 1;
      const ambush: Ambush = { id: orders, at: next?.role === role ? next.at : NOWHERE };
      // Renamed, because a process may look there at any moment.
      writeFileSync(pathOf(role, 'next'), JSON.stringify(ambush));
      renameSync(pathOf(role, 'next'), pathOf(role, 'ambush'));
    }
  }

  function passedBy(role: Role): number {
    const text = readFileSync(pathOf(role, 'passed'), 'utf8');
    return text.split('\n').filter((line) => line !== '').length;
  }

  return {
    order(strikes) {
      ahead = strikes;
      struck = 0;
      for (const role of ROLES) writeFileSync(pathOf(role, 'passed'), '');
      lieInWait();
    },
    take(role) {
      const [strike, ...others] = ahead;
      if (strike?.role !== role) return undefined;
      ahead = others;
      struck += 1;
      return strike;
    },
    lieInWait,
    callOff() {
      ahead = [];
      lieInWait();
      return struck;
    },
    passed: () => ({
      bridge: passedBy('bridge'),
      coordinator: passedBy('coordinator'),
      specialist: passedBy('specialist'),
    }),
  };
}
