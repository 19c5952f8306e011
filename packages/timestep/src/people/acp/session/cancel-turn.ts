import type { SessionState } from './session-state.ts';

/** Cancels the turn of a session. Prompts that wait for the turn end as canceled. */
export async function cancelTurn(session: SessionState): Promise<void> {
  session.cancellations += 1;
  try {
    await session.conversation?.cancel();
  } catch (thrown) {
    // Canceling failed and the turn continues, so its prompts must not end as canceled.
    session.cancellations -= 1;
    session.subscription?.reader.checkWaiters();
    throw thrown;
  }
}
