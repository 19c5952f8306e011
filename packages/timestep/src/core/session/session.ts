import { CoreError } from '../error.ts';
import type { JsonObject } from '../data/json.ts';
import type {
  AddedItems,
  Fork,
  NumberedSessionEvent,
  RemovedItem,
  SessionSettingsChanges,
  SessionSettings,
} from './session-event.ts';
import type { Consent } from '../task/consent.ts';
import type { TurnItem } from '../task/turn-settings.ts';

/** A summary that replaces the turns up to and including `taskId`. */
export interface Compaction {
  readonly summary: string;
  readonly taskId: string;
  /** Time of the compaction in milliseconds since the epoch. */
  readonly at: number;
}

/** The state of a session, computed from its events. Its turns are separate tasks. */
export interface Session {
  readonly id: string;
  readonly agent: string;
  readonly principal: string;
  readonly directory?: string;
  readonly forkedFrom?: Fork;
  readonly name?: string;
  readonly settings: SessionSettings;
  readonly include: readonly TurnItem[];
  readonly exclude: readonly TurnItem[];
  readonly permitted: readonly string[];
  readonly consents?: readonly Consent[];
  readonly compaction?: Compaction;
  readonly metadata?: JsonObject;
  readonly added?: readonly AddedItems[];
  readonly removed?: readonly RemovedItem[];
  readonly isClosed: boolean;
  readonly generation: number;
  /** Creation time in milliseconds since the epoch. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** Applies an event to a session. Unknown event types of later releases change nothing. */
export function applySessionEvent(
  session: Session | undefined,
  event: NumberedSessionEvent,
): Session {
  const { generation, at } = event;
  if (!session) {
    if (event.type === 'session.opened' && generation === 1) return createSession(event);
    throw new CoreError(
      'log-without-start',
      `the log of a session must start with session.opened, not ${event.type}`,
    );
  }
  if (generation !== session.generation + 1) {
    throw new CoreError(
      'generation-gap',
      `event ${generation} of session ${session.id} cannot follow event ${session.generation}`,
    );
  }
  // `changes` is undefined if this release does not know the type of the event.
  const changes: Partial<Session> | undefined = getSessionChanges(session, event);
  return { ...session, ...changes, generation, updatedAt: Math.max(at, session.updatedAt) };
}

/** Computes a session from the events of its log. Undefined if the log is empty. */
export function foldSession(events: Iterable<NumberedSessionEvent>): Session | undefined {
  let session: Session | undefined;
  for (const event of events) session = applySessionEvent(session, event);
  return session;
}

function createSession(event: Extract<NumberedSessionEvent, { type: 'session.opened' }>): Session {
  const { sessionId, agent, principal, directory, forkedFrom, generation, at } = event;
  return {
    id: sessionId,
    agent,
    principal,
    ...(directory !== undefined && { directory }),
    ...(forkedFrom && { forkedFrom }),
    settings: {},
    include: [],
    exclude: [],
    permitted: [],
    isClosed: false,
    generation,
    createdAt: at,
    updatedAt: at,
  };
}

function getSessionChanges(session: Session, event: NumberedSessionEvent): Partial<Session> {
  const { include, exclude, permitted } = session;
  switch (event.type) {
    case 'session.opened':
      return { isClosed: false };
    case 'session.named':
      return { name: event.name };
    case 'session.set':
      return { settings: mergeSettings(session.settings, event.settings) };
    case 'session.included':
      return {
        include: addTurnItem(include, event.item),
        exclude: removeTurnItem(exclude, event.item),
      };
    case 'session.excluded':
      return {
        include: removeTurnItem(include, event.item),
        exclude: addTurnItem(exclude, event.item),
      };
    case 'session.permitted':
      return { permitted: [...new Set([...permitted, event.tool])] };
    case 'session.consented':
      return { consents: withConsent(session, event.consent) };
    case 'session.revoked':
      return {
        permitted: permitted.filter((tool) => tool !== event.id),
        consents: withoutConsent(session, event.id),
      };
    case 'session.compacted': {
      const { summary, taskId, at } = event;
      return { compaction: { summary, taskId, at } };
    }
    case 'session.noted':
      return { metadata: event.metadata };
    case 'session.items-added': {
      const { items, after } = event;
      const added = { items, ...(after && { after }) };
      return { added: [...(session.added ?? []), added] };
    }
    case 'session.item-removed': {
      const { itemId, after } = event;
      const removed = { itemId, ...(after && { after }) };
      return { removed: [...(session.removed ?? []), removed] };
    }
    case 'session.closed':
      return { isClosed: true };
  }
}

/** Adds a consent. Of approvals of one call, only the newest of a tool stays. */
function withConsent(session: Session, added: Consent): readonly Consent[] {
  const { agent, definition } = added;
  const isOlder = (one: Consent): boolean =>
    one.scope === 'once' && one.agent === agent && one.definition.name === definition.name;
  return [...withoutConsent(session, added.id).filter((one) => !isOlder(one)), added];
}

function withoutConsent({ consents = [] }: Session, id: string): readonly Consent[] {
  return consents.filter((consent) => consent.id !== id);
}

function mergeSettings(
  settings: SessionSettings,
  changes: SessionSettingsChanges,
): SessionSettings {
  const all = Object.entries({ ...settings, ...changes });
  return Object.fromEntries(all.filter(([, value]) => value !== null && value !== undefined));
}

function addTurnItem(items: readonly TurnItem[], item: TurnItem): readonly TurnItem[] {
  return [...removeTurnItem(items, item), item];
}

function removeTurnItem(items: readonly TurnItem[], item: TurnItem): readonly TurnItem[] {
  return items.filter((one) => !isSameTurnItem(one, item));
}

function isSameTurnItem(one: TurnItem, other: TurnItem): boolean {
  return one.kind === other.kind && one.name === other.name && one.server === other.server;
}
