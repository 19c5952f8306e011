import type { Runner, SessionKey, SessionStore } from '../port/index.ts';

/** Where the conversation is kept that is erased. */
export interface EraseSite {
  readonly runner: Pick<Runner, 'list' | 'erase'>;
  readonly sessions: Pick<SessionStore, 'erase'>;
}

/**
 * Erases all turns of a session, of every agent, and then the session. A turn that is open ends first.
 * What is left after a failure is erased by the next call.
 */
export async function eraseConversation(
  { runner, sessions }: EraseSite,
  key: SessionKey,
): Promise<void> {
  const { principal, id: contextId } = key;
  for (;;) {
    const { tasks } = await runner.list({ principal, contextId, pageSize: 20 });
    if (tasks.length === 0) break;
    for (const { id } of tasks) await runner.erase(id);
  }
  await sessions.erase(key);
}
