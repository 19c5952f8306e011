import type { Runner, SessionKey, SessionStore } from '#engine/port';

/** The stores from which a conversation is erased. */
export interface EraseConversationDeps {
  readonly runner: Pick<Runner, 'list' | 'erase'>;
  readonly sessions: Pick<SessionStore, 'erase'>;
}

/** Ends an open turn and erases the conversation. Can be repeated after a failure. */
export async function eraseConversation(
  { runner, sessions }: EraseConversationDeps,
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
