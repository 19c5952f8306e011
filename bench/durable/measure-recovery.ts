import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { measureInChild } from '../process/measure-in-child.ts';
import { CRASH, type Resumed } from './measurement.ts';

/** Seconds from the start of the process after a killed one. */
export interface Recovery {
  /** Time until the first effect is done; undefined after the time limit. */
  readonly wentOn: number | undefined;
  readonly done: number | undefined;
  /** Number of effects that both processes performed. */
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
  return toRecovery(resumed, begun);
}

/** Reads the output of the second process; throws if it cannot have done the remaining work. */
export function toRecovery({ wentOnAt, doneAt, effects }: Resumed, begun: number): Recovery {
  const since = (at: number | null) => (at === null ? undefined : (at - begun) / 1000);
  const left = CRASH.tasks * CRASH.effects - CRASH.killAt;
  // The effect during which the process died was not recorded, so it is performed again.
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
