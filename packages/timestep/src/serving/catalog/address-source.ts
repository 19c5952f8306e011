import {
  A2AClientError,
  readRemoteDescription,
  type ConnectOptions,
  type FetchFn,
  type RemoteAgentCard,
} from '#protocols/a2a';
import { createRemoteAgentClient, type RemoteAgentClient } from '#agents/calling';
import type { JsonObject } from '#core';
import { limitFetch } from '#protocols/http';
import { overrideServedAgent, type AgentFn, type Clock } from '#engine/port';
import {
  factsToDescription,
  type AgentFacts,
  type AgentSourcePort,
  type FoundAgent,
} from './agent-source.ts';
import { withCardCache } from './card-cache.ts';
import type { AgentHealth, CatalogOptions } from './catalog.ts';
import { coalesceCalls } from './coalesce-calls.ts';
import { remoteAgent, type Servable } from '#serving/server';

/** Milliseconds until an agent card is fetched again after a success. */
const CARD_FRESH_MS = 5 * 60_000;
/** Milliseconds until an agent card is fetched again after a failure. */
const TRY_AGAIN_MS = 60_000;
const CARD_LIMIT = 1024 * 1024;

export interface AddressSourceDeps extends Pick<
  CatalogOptions,
  'headersFor' | 'cardTimeoutMs' | 'delegationKey'
> {
  readonly fetch: FetchFn;
  /** Returns the public keys for an address; a key of these must have signed the agent's card. */
  readonly keysFor: (address: string) => readonly JsonObject[];
  readonly clock: Clock;
  readonly isFollowed: boolean;
  /** Whether external callers may reach the agents at a source. */
  readonly isExposed: (source: string) => boolean;
  /** Called if a scheduled check of the agent card found a change. */
  readonly onChange: () => void;
}

/** Watches the agent at an A2A address. The server may still be down. */
export function createAddressSource(
  address: string,
  givenName: string,
  deps: AddressSourceDeps,
): AgentSourcePort {
  const { clock, isFollowed, onChange } = deps;
  const peer = createCardReader(address, deps);
  let facts: AgentFacts | undefined;
  let health = createUncheckedHealth(address, clock.now());
  let unschedule = (): void => undefined;
  let isOpen = true;
  const servables = new Map<string, Servable>();

  async function checkCard(): Promise<boolean> {
    const before = JSON.stringify([facts, health.state, health.why]);
    unschedule();
    try {
      facts = cardToFacts(await peer.readCard());
      health = { state: 'ok', at: clock.now() };
    } catch (thrown) {
      health = errorToHealth(thrown, address, clock.now());
    }
    if (isOpen && isFollowed) {
      const waitMs = health.state === 'ok' ? CARD_FRESH_MS : TRY_AGAIN_MS;
      unschedule = clock.schedule(waitMs, checkInBackground);
    }
    return before !== JSON.stringify([facts, health.state, health.why]);
  }
  const checkNow = coalesceCalls(checkCard);

  function checkInBackground(): void {
    if (!isOpen) return;
    void checkNow().then((isOther) => {
      if (isOther && isOpen) onChange();
    });
  }

  function getServable(agentId: string): Servable {
    const known = servables.get(agentId);
    if (known) return known;
    const made = createRemoteServable(agentId, address, deps, {
      describe: () => factsToDescription(agentId, facts ?? createPlaceholderFacts(address)),
      onFailure: checkInBackground,
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
    getServable,
  };
  return {
    source: address,
    listAgents: () => [agent],
    check: checkNow,
    async close() {
      isOpen = false;
      unschedule();
      await Promise.all([...servables.values()].map((one) => one.close()));
    },
  };
}

/** Creates a servable for a remote agent. Its description comes from the newest agent card. */
function createRemoteServable(
  agentId: string,
  address: string,
  deps: AddressSourceDeps,
  card: { readonly describe: () => Servable['description']; readonly onFailure: () => void },
): Servable {
  const { fetch, delegationKey } = deps;
  const remote = remoteAgent(address, {
    agentId,
    fetch,
    ...getConnectOptions(address, deps),
    ...(delegationKey !== undefined && { delegationKey }),
  });
  const agent: AgentFn = async (messages, context) => {
    try {
      return await remote.loop.agent(messages, context);
    } catch (thrown) {
      card.onFailure();
      throw thrown;
    }
  };
  return {
    agentId,
    environment: undefined,
    loop: overrideServedAgent(remote.loop, { agent }),
    get description() {
      return card.describe();
    },
    get isExposed() {
      return deps.isExposed(address);
    },
    close: () => remote.close(),
  };
}

function createUncheckedHealth(address: string, time: number): AgentHealth {
  return { state: 'away', why: `${address} has not been checked yet`, at: time };
}

function createPlaceholderFacts(address: string): AgentFacts {
  return { name: address, description: `The agent at ${address}`, version: '', skills: [] };
}

function getConnectOptions(
  address: string,
  { headersFor, keysFor }: AddressSourceDeps,
): Pick<ConnectOptions, 'headers' | 'cardTrust'> {
  const headers = headersFor?.(address);
  const keys = keysFor(address);
  return { ...(headers && { headers }), ...(keys.length > 0 && { cardTrust: { keys } }) };
}

function createCardReader(
  address: string,
  deps: AddressSourceDeps,
): Pick<RemoteAgentClient, 'readCard'> {
  const fetch = withCardCache(limitFetch(deps.fetch, CARD_LIMIT));
  return createRemoteAgentClient(address, {
    ...getConnectOptions(address, deps),
    fetch,
    timeoutMs: deps.cardTimeoutMs,
  });
}

function errorToHealth(thrown: unknown, address: string, time: number): AgentHealth {
  if (!(thrown instanceof A2AClientError)) {
    return { state: 'bad', why: `the card of ${address} cannot be read`, at: time };
  }
  const isAway = thrown.code === 'unreachable' || thrown.retryable;
  return { state: isAway ? 'away' : 'bad', why: thrown.message, at: time };
}

function cardToFacts(read: RemoteAgentCard): AgentFacts {
  const { title, description, version, skills } = readRemoteDescription(read);
  const { protocolVersion, card } = read;
  return { name: title, description, version, skills, protocolVersion, card };
}
