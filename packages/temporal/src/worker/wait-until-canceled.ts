import { once } from 'node:events';
import { Context } from '@temporalio/activity';

/** Waits until the running activity is canceled, which rejects, or until its worker stops. */
export async function waitForStopOrRejectCanceled(
  stopping: AbortSignal | undefined,
): Promise<void> {
  const { cancelled } = Context.current();
  if (stopping?.aborted) return;
  const settled = new AbortController();
  try {
    await (stopping
      ? Promise.race([cancelled, once(stopping, 'abort', { signal: settled.signal })])
      : cancelled);
  } finally {
    settled.abort();
  }
}
