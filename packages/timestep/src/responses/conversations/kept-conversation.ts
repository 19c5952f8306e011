import type { JsonObject, Session, SessionEvent } from '../../core/index.ts';
import { SessionStoreError, type SessionKey } from '../../port/index.ts';
import type { Service } from '../serve/service.ts';
import { ResponsesError } from '../wire/responses-error.ts';

/** What is kept of conversations is a session that belongs to no agent: each turn may be another's. */
type Site = Pick<Service, 'sessions' | 'clock'>;

/** The conversation, as the API writes it. */
export function conversationObject({ id, createdAt, metadata = {} }: Session): JsonObject {
  return { id, object: 'conversation', created_at: Math.floor(createdAt / 1000), metadata };
}

/** Begins a conversation. */
export async function openConversation(
  { sessions, clock }: Site,
  { principal, id }: SessionKey,
  events: readonly SessionEvent[],
): Promise<Session> {
  const opening = { type: 'session.opened', sessionId: id, agent: '', principal } as const;
  return sessions.append({ principal, id }, 0, [opening, ...events], clock.now());
}

/** Throws `ResponsesError` where the principal has no such conversation. */
export async function conversationOf({ sessions }: Site, key: SessionKey): Promise<Session> {
  const session = await sessions.get(key);
  if (session?.agent === '') return session;
  throw new ResponsesError(404, 'conversation_not_found', `there is no conversation ${key.id}`);
}

/** How often a change is tried while others change the same conversation. */
const MOST_TRIES = 10;

/** Adds to a conversation what `change` makes of it as it is now. */
export async function changeConversation(
  site: Site,
  key: SessionKey,
  change: (session: Session) => Promise<readonly SessionEvent[]> | readonly SessionEvent[],
): Promise<Session> {
  for (let tries = 1; ; tries += 1) {
    const session = await conversationOf(site, key);
    const events = await change(session);
    try {
      return await site.sessions.append(key, session.generation, events, site.clock.now());
    } catch (thrown) {
      const isConflict = thrown instanceof SessionStoreError && thrown.code === 'conflict';
      if (!isConflict || tries === MOST_TRIES) throw thrown;
    }
  }
}
