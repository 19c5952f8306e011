import { RunnerError } from '@timestep-ai/timestep/port';

const LOOK_MS = 2;

/** Short, so that what another process does is known here before the runner hears of it. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
}

const PAUSE_MS = 200;

/** Answers that ask a client to try later; on a busy machine a write may find no turn. */
const LATER: readonly string[] = ['unavailable', 'busy-elsewhere', 'store-failed'];

/** Does it again where the answer asks for that, as a client does. */
export async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (thrown) {
      if (!(thrown instanceof RunnerError) || !LATER.includes(thrown.code)) throw thrown;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}
