import type { ServerState, ServerPing } from '#engine/port';
import { describeServerFailure } from './server-failure.ts';

/**
 * Waits for the answer to a ping. The timeout starts again while the server is starting. `answer`
 * resolves to the round-trip time in milliseconds.
 */
export async function waitForPingOutcome(
  answer: Promise<number>,
  timeoutMs: number,
  { now, state: getState }: { readonly now: () => number; readonly state: () => ServerState },
): Promise<ServerPing> {
  const late = Promise.withResolvers<'late'>();
  const judge = (): void => {
    if (getState() === 'connecting') timer = setTimeout(judge, timeoutMs);
    else late.resolve('late');
  };
  let timer = setTimeout(judge, timeoutMs);
  try {
    const took = await Promise.race([answer, late.promise]);
    if (took !== 'late') return { at: now(), roundTripMs: Math.round(took * 10) / 10 };
    return { at: now(), why: `it does not answer after ${timeoutMs / 1000} s` };
  } catch (thrown) {
    return { at: now(), why: describeServerFailure(thrown) };
  } finally {
    clearTimeout(timer);
    answer.catch(() => undefined);
  }
}
