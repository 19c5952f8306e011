import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Edit } from '../edit.ts';
import { createAmbushes, type Ambushes } from './ambushes.ts';
import { ROLES, type Backing, type Role } from './orders.ts';
import { startProcesses, type Processes } from './processes.ts';

/** A bridge, a coordinator and a specialist in a process each. Those that are killed are started again. */
export interface Stage extends Processes, Pick<Ambushes, 'order' | 'passed'> {
  readonly bookings: () => readonly Booking[];
  /** How many strikes have happened; what is left is called off, and who was killed is there again. */
  readonly struck: () => Promise<number>;
  readonly close: () => Promise<void>;
}

interface Booking {
  readonly booking: number;
  readonly day: string;
}

/** Starts them, with some rules of their sources broken. */
export async function openStage(backing: Backing, edits: readonly Edit[]): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'timestep-orchestra-'));
  const bookings = join(folder, 'bookings.jsonl');
  writeFileSync(bookings, '');
  const pathOf = (role: Role, what: string): string => join(folder, `${role}.${what}`);
  const ambushes = createAmbushes(pathOf);
  let recovering: Promise<unknown> = Promise.resolve();

  function onDeathOf(role: Role): () => void {
    return () => {
      // A strike that was called off may still hit: its process is started again as well.
      const strike = ambushes.take(role);
      const victims = ROLES.filter((one) => one === role || strike?.isForAll);
      recovering = recovering.then(() => revived(victims));
    };
  }

  /** The client of the bridge starts it with its next call. */
  async function revived(victims: readonly Role[]): Promise<void> {
    await Promise.all(victims.map((role) => processes[role].kill()));
    ambushes.lieInWait();
    const again = victims.flatMap((role) => (role === 'bridge' ? [] : [processes[role]]));
    // The next strike may hit a program before it listens, which then is revived after this.
    await Promise.all(again.map((program) => program.start().catch(() => undefined)));
  }

  ambushes.order([]);
  const processes = await startProcesses({ folder, pathOf, bookings, backing, edits, onDeathOf });
  return {
    ...processes,
    order: (strikes) => ambushes.order(strikes),
    passed: () => ambushes.passed(),
    bookings: () =>
      readFileSync(bookings, 'utf8')
        .split('\n')
        .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Booking])),
    async struck() {
      const count = ambushes.callOff();
      await recovering;
      return count;
    },
    async close() {
      ambushes.callOff();
      await recovering.catch(() => undefined);
      await Promise.all(ROLES.map((role) => processes[role].kill()));
      rmSync(folder, { recursive: true });
    },
  };
}
