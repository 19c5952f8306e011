import type { ServerState, ServerPing } from '#engine/port';
import { describeServerFailure } from './server-failure.ts';

/** Waits for a ping. `answer` resolves to the round-trip time in milliseconds. */
export async function waitForPing(
  answer: Promise<number>,
  timeoutMs: number,
  { now, state: getState }: { readonly now: () => number; readonly state: () => ServerState },
): Promise<ServerPing> {
  const late = Promise.withResolvers<'late'>();
  const timer = setTimeout(() => late.resolve('late'), timeoutMs);
  try {
    const took = await Promise.race([answer, late.promise]);
    if (took !== 'late') return { at: now(), roundTripMs: Math.round(took * 10) / 10 };
    const why = getState() === 'connecting' ? 'it is not connected yet' : 'it does not answer';
    return { at: now(), why: `${why} after ${timeoutMs / 1000} s` };
  } catch (thrown) {
    return { at: now(), why: describeServerFailure(thrown) };
  } finally {
    clearTimeout(timer);
    answer.catch(() => undefined);
  }
}
