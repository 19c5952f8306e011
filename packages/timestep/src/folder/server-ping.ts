import type { ServerPing, ServerState } from '../port/index.ts';
import { whyLeftOut } from './left-out.ts';

/**
 * What a ping comes to, at most a moment after its time. The answer resolves to the milliseconds it took,
 * without those for connecting.
 */
export async function pingOutcome(
  answer: Promise<number>,
  timeoutMs: number,
  { now, state }: { readonly now: () => number; readonly state: () => ServerState },
): Promise<ServerPing> {
  const late = Promise.withResolvers<'late'>();
  const timer = setTimeout(() => late.resolve('late'), timeoutMs);
  try {
    const took = await Promise.race([answer, late.promise]);
    if (took !== 'late') return { at: now(), roundTripMs: Math.round(took * 10) / 10 };
    const why = state() === 'connecting' ? 'it is not connected yet' : 'it does not answer';
    return { at: now(), why: `${why} after ${timeoutMs / 1000} s` };
  } catch (thrown) {
    return { at: now(), why: whyLeftOut(thrown) };
  } finally {
    clearTimeout(timer);
    // What it comes to later is of no interest.
    answer.catch(() => undefined);
  }
}
