import type { SessionState } from './session-state.ts';

/** Cancels the turn of a session. The prompts that wait for it end with the turn, as canceled. */
export async function cancelTurn(session: SessionState): Promise<void> {
  session.cancellations += 1;
  try {
    await session.conversation?.cancel();
  } catch (thrown) {
    // The turn goes on, so that its prompts end as if nothing had been canceled.
    session.cancellations -= 1;
    session.subscription?.reader.checkWaiters();
    throw thrown;
  }
}
