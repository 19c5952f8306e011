/** Runs the effect with this number in its task and returns its result. */
export type Perform = (number: number) => Promise<string>;

const PADDING = 'x'.repeat(200);

/** What the effect of that number returns, in every engine. */
export function effectText(number: number): string {
  return `${number} ${PADDING}`;
}

/** A task must never be shown another effect's result, or none. */
export function checkEffect(text: unknown, number: number): void {
  if (text === effectText(number)) return;
  throw new Error(`effect ${number} came to ${JSON.stringify(text)}`);
}

/** Effects as they are done in this process. */
export interface Effects {
  readonly perform: Perform;
  readonly count: () => number;
  /** When the first and the last were done, milliseconds since the epoch. */
  readonly firstAt: () => number | undefined;
  readonly lastAt: () => number;
}

/** With `killAt` the process dies in the middle of the effect of that number, counted from 1. */
export function countedEffects(killAt: number = Infinity): Effects {
  let count = 0;
  let firstAt: number | undefined;
  let lastAt = 0;
  return {
    async perform(number) {
      lastAt = performance.timeOrigin + performance.now();
      firstAt ??= lastAt;
      count += 1;
      if (count === killAt) process.kill(process.pid, 'SIGKILL');
      return effectText(number);
    },
    count: () => count,
    firstAt: () => firstAt,
    lastAt: () => lastAt,
  };
}
