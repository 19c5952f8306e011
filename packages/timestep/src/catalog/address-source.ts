import {
  A2AClientError,
  readRemoteDescription,
  type ConnectOptions,
  type FetchFn,
  type RemoteAgentCard,
} from '../a2a/index.ts';
import { remotePeer, type RemotePeer } from '../calling/index.ts';
import type { JsonObject } from '../core/index.ts';
import { limitFetch } from '../http/index.ts';
import type { Clock } from '../port/index.ts';
import {
  factsToDescription,
  type AgentFacts,
  type AgentSourcePort,
  type FoundAgent,
} from './agent-source.ts';
import { withCardCache } from './card-cache.ts';
import type { AgentHealth, CatalogOptions } from './catalog.ts';
import { coalesceCalls } from './coalesce-calls.ts';
import type { Servable } from '../server/index.ts';
import { createRemoteServable } from './remote-servable.ts';

/** A card is looked at again after this time, */
const CARD_FRESH_MS = 5 * 60_000;
/** and sooner where the agent could not be reached. */
const TRY_AGAIN_MS = 60_000;
/** Bytes of a card that are read: 1 MiB. */
const CARD_LIMIT = 1024 * 1024;

export interface AddressSite extends Pick<
  CatalogOptions,
  'headersFor' | 'cardTimeoutMs' | 'delegationKey'
> {
  readonly fetch: FetchFn;
  /** The keys of which the card of an address must be signed with one; none: any card will do. */
  readonly keysFor: (address: string) => readonly JsonObject[];
  readonly clock: Clock;
  readonly isFollowed: boolean;
  /** Whether callers from outside may reach the agents at a source. */
  readonly isExposed: (source: string) => boolean;
  /** Is called when a look that the catalog did not ask for found a change. */
  readonly onChange: () => void;
}

/** Follows the agent at an A2A address, which need not answer yet. */
export function addressSource(
  address: string,
  givenName: string,
  site: AddressSite,
): AgentSourcePort {
  const { clock, isFollowed, onChange } = site;
  const reached = reachedBy(address, site);
  const peer = cardReader(address, site);
  let facts: AgentFacts | undefined;
  let health: AgentHealth = { state: 'away', why: `${address} was not asked yet`, at: clock.now() };
  let unschedule = (): void => undefined;
  let isOpen = true;
  const servables = new Map<string, Servable>();

  async function look(): Promise<boolean> {
    const before = JSON.stringify([facts, health.state, health.why]);
    unschedule();
    try {
      facts = factsOf(await peer.look());
      health = { state: 'ok', at: clock.now() };
    } catch (thrown) {
      health = healthAfter(thrown, address, clock.now());
    }
    if (isOpen && isFollowed) {
      const waitMs = health.state === 'ok' ? CARD_FRESH_MS : TRY_AGAIN_MS;
      unschedule = clock.schedule(waitMs, lookByItself);
    }
    return before !== JSON.stringify([facts, health.state, health.why]);
  }
  const lookOnce = coalesceCalls(look);

  function lookByItself(): void {
    if (!isOpen) return;
    void lookOnce().then((isOther) => {
      if (isOther && isOpen) onChange();
    });
  }

  function servableAs(agentId: string): Servable {
    const known = servables.get(agentId);
    if (known) return known;
    const made = createRemoteServable({
      agentId,
      address,
      description: () => factsToDescription(agentId, facts ?? unread(address)),
      fetch: site.fetch,
      ...reached,
      ...(site.delegationKey !== undefined && { delegationKey: site.delegationKey }),
      onFailure: lookByItself,
      isExposed: () => site.isExposed(address),
    });
    servables.set(agentId, made);
    return made;
  }

  const agent: FoundAgent = {
    source: address,
    kind: 'address',
    problems: [],
    givenName,
    get facts() {
      return facts;
    },
    get health() {
      return health;
    },
    agents: [],
    servableAs,
  };
  return {
    source: address,
    agents: () => [agent],
    look: lookOnce,
    async close() {
      isOpen = false;
      unschedule();
      await Promise.all([...servables.values()].map((one) => one.close()));
    },
  };
}

/** What is said of an agent whose card was not read yet. */
function unread(address: string): AgentFacts {
  return { name: address, description: `The agent at ${address}`, version: '', skills: [] };
}

/** What is sent to an address, and what its card must have. */
function reachedBy(
  address: string,
  { headersFor, keysFor }: AddressSite,
): Pick<ConnectOptions, 'headers' | 'cardTrust'> {
  const headers = headersFor?.(address);
  const keys = keysFor(address);
  return { ...(headers && { headers }), ...(keys.length > 0 && { cardTrust: { keys } }) };
}

/** The peer, as its card is read. */
function cardReader(address: string, site: AddressSite): Pick<RemotePeer, 'look'> {
  const fetch = withCardCache(limitFetch(site.fetch, CARD_LIMIT));
  return remotePeer(address, { ...reachedBy(address, site), fetch, lookMs: site.cardTimeoutMs });
}

function healthAfter(thrown: unknown, address: string, at: number): AgentHealth {
  if (!(thrown instanceof A2AClientError)) {
    return { state: 'bad', why: `the card of ${address} cannot be read`, at };
  }
  const isAway = thrown.code === 'unreachable' || thrown.retryable;
  return { state: isAway ? 'away' : 'bad', why: thrown.message, at };
}

function factsOf(peer: RemoteAgentCard): AgentFacts {
  const { title, description, version, skills } = readRemoteDescription(peer);
  const { protocolVersion, card } = peer;
  return { name: title, description, version, skills, protocolVersion, card };
}
