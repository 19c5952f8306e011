import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureInChild } from '../process/measure-in-child.ts';
import { measureRecovery, type Recovery } from './measure-recovery.ts';
import type { EventCost, Measurement } from './measurement.ts';
import { FLOOR, OURS, type Subject } from './subjects.ts';

/** One subject in one round. */
export interface Measured extends Measurement {
  readonly recovery?: Recovery;
  readonly eventCosts?: readonly EventCost[];
}

/** Measures a subject in processes of its own, with a server of its own where it needs one. */
export async function measureSubject(
  { name, startServer }: Subject,
  wantsRecovery: boolean,
  effectsOfTask: number = 50,
): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'timestep-bench-'));
  // A server may run as another user, who has to get to its own folder.
  chmodSync(folder, 0o755);
  try {
    const server = await startServer?.(folderIn(folder, 'server'));
    try {
      const { address = '', pid = 0 } = server ?? {};
      const place = [folderIn(folder, 'work'), address, String(pid)];
      const measurement = (await measureInChild(scriptOf('child'), [
        name,
        ...place,
        String(effectsOfTask),
      ])) as Measurement;
      const recovery =
        wantsRecovery && name !== FLOOR
          ? await measureRecovery(name, folderIn(folder, 'crash'), address)
          : undefined;
      const eventCosts =
        name === OURS
          ? await measureInChild(scriptOf('growth-child'), [folderIn(folder, 'growth')])
          : undefined;
      return {
        ...measurement,
        ...(recovery && { recovery }),
        ...(eventCosts !== undefined && { eventCosts: eventCosts as readonly EventCost[] }),
      };
    } finally {
      await server?.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function folderIn(folder: string, name: string): string {
  const path = join(folder, name);
  mkdirSync(path);
  return path;
}

function scriptOf(name: string): string {
  return join(import.meta.dirname, `${name}.ts`);
}
