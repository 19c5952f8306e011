import { setTimeout as pause } from 'node:timers/promises';
import { programOf, type ProgramOptions } from './program.ts';

/** A program that is started again whenever it ends, or does not answer for some seconds. */
export interface SupervisedProgram {
  readonly url: string;
  /** Number of times that the program has ended. */
  readonly deaths: number;
  stop(): Promise<void>;
}

const CHECK_MS = 500;
const LONGEST_SILENCE_MS = 4000;
const LONGEST_START_MS = 20_000;

/** Starts a program, and starts it again until the signal aborts. */
export async function superviseUntil(
  signal: AbortSignal,
  options: Omit<ProgramOptions, 'onDeath'>,
): Promise<SupervisedProgram> {
  let deaths = 0;
  let isDown = false;
  const onDeath = (): void => {
    deaths += 1;
    isDown = true;
  };
  const program = programOf({ ...options, onDeath });
  await program.start();
  const watching = watch();

  async function watch(): Promise<void> {
    while (!signal.aborted) {
      await pause(CHECK_MS);
      if (!isDown && (await isSilent())) {
        await program.kill();
        onDeath();
      }
      if (!isDown || signal.aborted) continue;
      isDown = false;
      await startOrKill();
    }
  }

  /** The program may end, or get stuck, before it listens. */
  async function startOrKill(): Promise<void> {
    const waiting = new AbortController();
    const starting = program.start().catch(() => undefined);
    const late = pause(LONGEST_START_MS, 'late', { signal: waiting.signal }).catch(() => undefined);
    const isLate = (await Promise.race([starting, late])) === 'late';
    waiting.abort();
    if (!isLate) return;
    await program.kill();
    onDeath();
  }

  async function isSilent(): Promise<boolean> {
    try {
      await fetch(`${program.url}/health`, { signal: AbortSignal.timeout(LONGEST_SILENCE_MS) });
      return false;
    } catch (thrown) {
      return thrown instanceof DOMException && thrown.name === 'TimeoutError' && !isDown;
    }
  }

  return {
    url: program.url,
    get deaths() {
      return deaths;
    },
    async stop() {
      await watching;
      await program.kill();
    },
  };
}
