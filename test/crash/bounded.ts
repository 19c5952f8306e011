import { undisturbedStory } from './crash.ts';
import type { Subject, Told } from './story.ts';

/** A story may take so much longer than it does alone and undisturbed, and at least so long. */
const SLOWER = 10;
const LEAST_BOUND_MS = 20_000;

export interface Measured {
  readonly undisturbed: Told;
  /** Milliseconds after which a story of the same subject no longer ends: some broken rules show in that. */
  readonly boundMs: number;
}

/** Tells the story without a crash, to know how long one takes on this machine. */
export async function measured(subject: Subject): Promise<Measured> {
  const begun = Date.now();
  const undisturbed = await undisturbedStory(subject);
  return { undisturbed, boundMs: Math.max(LEAST_BOUND_MS, SLOWER * (Date.now() - begun)) };
}
