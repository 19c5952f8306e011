import type { Consent, Session, SessionEvent } from '#core';
import { SessionStoreError, type HookSlot, type SessionKey, type SessionStore } from '#engine/port';

/**
 * Id of the session whose log holds a principal's consents for all conversations. This session has
 * no agent and is no conversation.
 */
export const STANDING_CONSENTS_ID = 'dev.timestep/consents';

/** Lets the effects of a backend find the consents that hold in all conversations. */
export function attachConsentLookup(hooks: HookSlot, sessions: Pick<SessionStore, 'get'>): void {
  hooks.attach({ listConsents: (principal) => listStandingConsents(sessions, principal) });
}

/**
 * Lists a principal's consents that hold in all conversations, oldest first. Also lists tools that the
 * principal approved only once, because later changes of such tools are reported.
 */
export async function listStandingConsents(
  sessions: Pick<SessionStore, 'get'>,
  principal: string,
): Promise<readonly Consent[]> {
  const session = await sessions.get({ principal, id: STANDING_CONSENTS_ID });
  return session?.consents ?? [];
}

/**
 * Stores a consent in the log of its session, or in the log of consents for all conversations. If
 * the context has no session, the consent is only in the log of the task.
 */
export async function storeStandingOrSessionConsent(
  sessions: SessionStore,
  consent: Consent,
  contextId: string,
): Promise<void> {
  const isStanding = consent.scope === 'always';
  const key = { principal: consent.by, id: isStanding ? STANDING_CONSENTS_ID : contextId };
  await changeConsents(sessions, key, consent.at, (session) => {
    const consented = { type: 'session.consented', consent } as const;
    if (session) return [consented];
    return isStanding ? [createSessionOpenedEvent(key), consented] : [];
  });
}

/**
 * Stores the definition of a tool whose call was approved, so that a later question of any task can say what
 * has changed. It approves no later call. Only the newest definition of each tool is kept.
 */
export async function storeShownTool(sessions: SessionStore, consent: Consent): Promise<void> {
  const { agent, by, at, digest } = consent;
  const key = { principal: by, id: STANDING_CONSENTS_ID };
  await changeConsents(sessions, key, at, (session) => {
    const own = session?.consents?.filter((one) => one.agent === agent) ?? [];
    if (own.some((one) => one.digest === digest)) return [];
    const consented = {
      type: 'session.consented',
      consent: { ...consent, scope: 'once' },
    } as const;
    return session ? [consented] : [createSessionOpenedEvent(key), consented];
  });
}

/** Revokes a consent. Returns whether there was one. */
export async function revokeConsent(
  sessions: SessionStore,
  key: SessionKey,
  id: string,
  at: number,
): Promise<boolean> {
  const session = await changeConsents(sessions, key, at, (found) =>
    found?.consents?.some((consent) => consent.id === id) === true ||
    found?.permitted.includes(id) === true
      ? [{ type: 'session.revoked', id }]
      : [],
  );
  return session !== undefined;
}

function createSessionOpenedEvent({ principal, id }: SessionKey): SessionEvent {
  return { type: 'session.opened', sessionId: id, principal, agent: '' };
}

const MOST_ATTEMPTS = 5;

/**
 * Appends the events that `decide` returns for the newest state, and repeats both after a conflict.
 * Undefined if there are none.
 */
async function changeConsents(
  sessions: SessionStore,
  key: SessionKey,
  at: number,
  decide: (session: Session | undefined) => readonly SessionEvent[],
): Promise<Session | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    const session = await sessions.get(key);
    const events = decide(session);
    if (events.length === 0) return undefined;
    try {
      return await sessions.append(key, session?.generation ?? 0, events, at);
    } catch (thrown) {
      const isConflict = thrown instanceof SessionStoreError && thrown.code === 'conflict';
      if (!isConflict || attempt === MOST_ATTEMPTS) throw thrown;
    }
  }
}

/** A consent that holds now, with the session whose log contains it. */
export interface StoredConsent {
  readonly consent: Consent;
  /**
   * Id of the session whose log contains the consent: a conversation, or the session of consents for all
   * conversations.
   */
  readonly sessionId: string;
}

const PAGE_SIZE = 100;

/** Lists the consents of one or all principals: of open conversations, and those for all conversations. */
export async function listAllConsents(
  sessions: Pick<SessionStore, 'list'>,
  filter: { readonly principal?: string },
): Promise<readonly StoredConsent[]> {
  const standing = await listStoredConsents(sessions, { ...filter, id: STANDING_CONSENTS_ID });
  return [...standing, ...(await listStoredConsents(sessions, filter))];
}

async function listStoredConsents(
  sessions: Pick<SessionStore, 'list'>,
  filter: { readonly principal?: string; readonly id?: string },
): Promise<readonly StoredConsent[]> {
  const found: StoredConsent[] = [];
  let pageToken: string | undefined;
  do {
    const query = { ...filter, pageSize: PAGE_SIZE, ...(pageToken !== undefined && { pageToken }) };
    const page = await sessions.list(query);
    for (const { id: sessionId, consents = [] } of page.sessions) {
      for (const consent of consents) {
        if (consent.scope !== 'once') found.push({ consent, sessionId });
      }
    }
    pageToken = page.nextPageToken;
  } while (pageToken !== undefined);
  return found;
}
