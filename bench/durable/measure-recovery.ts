import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { measureInChild } from '../process/measure-in-child.ts';
import { CRASH, type Resumed } from './measurement.ts';

/** From the start of the process that comes after a killed one; seconds. */
export interface Recovery {
  /** Until the first effect is done; nothing where it took too long to wait for. */
  readonly wentOn: number | undefined;
  readonly done: number | undefined;
  /** Effects that both processes did. */
  readonly repeated: number | undefined;
}

const SCRIPT = join(import.meta.dirname, 'crash-child.ts');

/** Kills a process in the middle of its tasks and starts another one. */
export async function measureRecovery(
  name: string,
  folder: string,
  server: string,
): Promise<Recovery> {
  await beKilled([name, folder, server, String(CRASH.killAt)]);
  const begun = performance.timeOrigin + performance.now();
  const resumed = (await measureInChild(SCRIPT, [name, folder, server, 'never'])) as Resumed;
  return recoveryOf(resumed, begun);
}

/** Reads what the second process tells; throws when it cannot have done what was left. */
export function recoveryOf({ wentOnAt, doneAt, effects }: Resumed, begun: number): Recovery {
  const since = (at: number | null) => (at === null ? undefined : (at - begun) / 1000);
  const left = CRASH.tasks * CRASH.effects - CRASH.killAt;
  // The effect in the middle of which the process died was not recorded: it is done again.
  if (doneAt !== null && effects <= left) {
    throw new Error(`${effects} effects after the kill, of which ${left} had not been begun`);
  }
  const repeated = doneAt === null ? undefined : effects - left;
  return { wentOn: since(wentOnAt), done: since(doneAt), repeated };
}

async function beKilled(args: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, [SCRIPT, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (piece: Buffer) => (said = (said + piece.toString()).slice(-1000)));
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  if (signal === 'SIGKILL') return;
  throw new Error(`${args[0]} ended with ${code} instead of being killed: ${said.trim()}`);
}
