import type { JsonObject, Session, SessionEvent } from '#core';
import { SessionStoreError, type SessionKey } from '#engine/port';
import type { ResponsesService } from '../serve/responses-service.ts';
import { ResponsesError } from '../wire/responses-error.ts';

/** A conversation is a session without an agent, because each turn may use a different agent. */
type ConversationDeps = Pick<ResponsesService, 'sessions' | 'clock'>;

export function sessionToConversation({ id, createdAt, metadata = {} }: Session): JsonObject {
  return { id, object: 'conversation', created_at: Math.floor(createdAt / 1000), metadata };
}

export async function storeNewConversation(
  { sessions, clock }: ConversationDeps,
  { principal, id }: SessionKey,
  events: readonly SessionEvent[],
): Promise<Session> {
  const opening = { type: 'session.opened', sessionId: id, agent: '', principal } as const;
  return sessions.append({ principal, id }, 0, [opening, ...events], clock.now());
}

/** Loads a conversation. Throws `ResponsesError` if the principal has none with this id. */
export async function loadConversation(
  { sessions }: ConversationDeps,
  key: SessionKey,
): Promise<Session> {
  const session = await sessions.get(key);
  if (session?.agent === '') return session;
  throw new ResponsesError(404, 'conversation_not_found', `there is no conversation ${key.id}`);
}

const MAX_ATTEMPTS = 10;

/**
 * Appends the events that `change` returns to a conversation. If the conversation has changed meanwhile,
 * calls `change` again.
 */
export async function changeConversation(
  deps: ConversationDeps,
  key: SessionKey,
  change: (session: Session) => Promise<readonly SessionEvent[]> | readonly SessionEvent[],
): Promise<Session> {
  for (let tries = 1; ; tries += 1) {
    const session = await loadConversation(deps, key);
    const events = await change(session);
    try {
      return await deps.sessions.append(key, session.generation, events, deps.clock.now());
    } catch (thrown) {
      const isConflict = thrown instanceof SessionStoreError && thrown.code === 'conflict';
      if (!isConflict || tries === MAX_ATTEMPTS) throw thrown;
    }
  }
}
