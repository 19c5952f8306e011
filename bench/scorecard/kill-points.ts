/** Moments of the story at which a process is killed, as seen from outside it. */
export const MOMENTS = [
  'the task is sent',
  'the task is accepted',
  'model call 1',
  'model reply 1',
  'effect reserve',
  'result reserve',
  'model call 2',
  'model reply 2',
  'the approval is asked for',
  'the approval is given',
  'effect charge',
  'result charge',
  'model call 3',
  'the answer streams',
  'the answer has ended',
] as const;

export type Moment = (typeof MOMENTS)[number];

/** Kill at this moment, and some milliseconds after it. */
export interface KillPoint {
  readonly moment: Moment;
  readonly delayMs: number;
}

const LONGEST_DELAY_MS = 25;

/**
 * Draws as many points as asked for: every moment about equally often, in a random order, each with a
 * random delay. The same seed draws the same points.
 */
export function drawKillPoints(count: number, seed: number): readonly KillPoint[] {
  const random = createRandom(seed);
  const points = Array.from(
    { length: count },
    (_, index): KillPoint & { readonly order: number } => ({
      moment: MOMENTS[index % MOMENTS.length] ?? 'the task is accepted',
      delayMs: random() * LONGEST_DELAY_MS,
      order: random(),
    }),
  );
  return points
    .toSorted((a, b) => a.order - b.order)
    .map(({ moment, delayMs }) => ({ moment, delayMs }));
}

/** Draws the point of a kill again, for an attempt after the first: any moment, with a random delay. */
export function drawAgain(seed: number, index: number, attempt: number): KillPoint {
  const random = createRandom(Math.imul(seed, 7919) + index * 101 + attempt);
  const moment = MOMENTS[Math.floor(random() * MOMENTS.length)] ?? 'the task is accepted';
  return { moment, delayMs: random() * LONGEST_DELAY_MS };
}

/** Mulberry32: numbers from 0 to 1 that look random, and repeat for a seed. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
