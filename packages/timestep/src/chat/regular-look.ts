import type { Clock } from '../port/index.ts';

/** How often changes by other processes are looked for, in milliseconds. */
export const LOOK_EVERY_MS = 900;

/** A look that is taken again and again, one at a time. */
export interface RegularLook {
  /** Looks at once, or once more where a look is under way. */
  readonly now: () => void;
  readonly stop: () => void;
}

/** Begins with a look, and takes one at every interval; a look that fails is reported. */
export function lookRegularly(
  clock: Clock,
  look: () => Promise<void>,
  onError: (thrown: unknown) => void,
): RegularLook {
  let isStopped = false;
  let isLooking = false;
  let isAsked = false;
  let callOff = (): void => undefined;

  async function looks(): Promise<void> {
    isLooking = true;
    try {
      while (isAsked) {
        if (isStopped) return;
        isAsked = false;
        await look();
      }
    } catch (thrown) {
      if (!isStopped) onError(thrown);
    } finally {
      isLooking = false;
    }
  }

  function now(): void {
    isAsked = true;
    if (!isLooking) void looks();
  }

  function again(): void {
    now();
    callOff = clock.schedule(LOOK_EVERY_MS, again);
  }

  again();
  return {
    now,
    stop() {
      isStopped = true;
      callOff();
    },
  };
}
