/** Performs the effect with this number in its task and returns its result. */
export type Perform = (number: number) => Promise<string>;

const PADDING = 'x'.repeat(200);

/** Returns the result of the effect with this number, the same for every engine. */
export function createEffectText(number: number): string {
  return `${number} ${PADDING}`;
}

/** Throws unless a task gets the result of its own effect. */
export function checkEffect(text: unknown, number: number): void {
  if (text === createEffectText(number)) return;
  throw new Error(`effect ${number} came to ${JSON.stringify(text)}`);
}

/** The effects that this process performs. */
export interface Effects {
  readonly perform: Perform;
  readonly count: () => number;
  /** Times of the first and the last effect, in milliseconds since the epoch. */
  readonly firstAt: () => number | undefined;
  readonly lastAt: () => number;
}

/**
 * Creates counted effects. With `killAt`, the process kills itself in the middle of the effect with
 * that number, counted from 1.
 */
export function createCountedEffects(killAt: number = Infinity): Effects {
  let count = 0;
  let firstAt: number | undefined;
  let lastAt = 0;
  return {
    async perform(number) {
      lastAt = performance.timeOrigin + performance.now();
      firstAt ??= lastAt;
      count += 1;
      if (count === killAt) process.kill(process.pid, 'SIGKILL');
      return createEffectText(number);
    },
    count: () => count,
    firstAt: () => firstAt,
    lastAt: () => lastAt,
  };
}
