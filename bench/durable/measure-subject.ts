import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureInChild } from '../process/measure-in-child.ts';
import { measureRecovery, type Recovery } from './measure-recovery.ts';
import type { EventCost, Measurement } from './measurement.ts';
import { FLOOR, OURS, type Subject } from './subjects.ts';

/** The measurement of one subject in one round. */
export interface Measured extends Measurement {
  readonly recovery?: Recovery;
  readonly eventCosts?: readonly EventCost[];
}

/** Measures a subject in separate processes, with a separate server if it needs one. */
export async function measureSubject(
  { name, startServer }: Subject,
  wantsRecovery: boolean,
  effectsOfTask: number = 50,
): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'timestep-bench-'));
  // A server may run as another user, who needs access to its folder.
  chmodSync(folder, 0o755);
  try {
    const server = await startServer?.(createFolder(folder, 'server'));
    try {
      const { address = '', pid = 0 } = server ?? {};
      const place = [createFolder(folder, 'work'), address, String(pid)];
      const measurement = (await measureInChild(getScriptPath('child'), [
        name,
        ...place,
        String(effectsOfTask),
      ])) as Measurement;
      const recovery =
        wantsRecovery && name !== FLOOR
          ? await measureRecovery(name, createFolder(folder, 'crash'), address)
          : undefined;
      const eventCosts =
        name === OURS
          ? await measureInChild(getScriptPath('growth-child'), [createFolder(folder, 'growth')])
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

function createFolder(folder: string, name: string): string {
  const path = join(folder, name);
  mkdirSync(path);
  return path;
}

function getScriptPath(name: string): string {
  return join(import.meta.dirname, `${name}.ts`);
}
