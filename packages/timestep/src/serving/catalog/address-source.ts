import {
  A2AClientError,
  readRemoteDescription,
  type ConnectOptions,
  type RemoteAgentCard,
} from '#protocols/a2a';
import { createRemoteAgentClient } from '#agents/calling';
import { limitFetch, networkFetch } from '#protocols/http';
import { overrideServedAgent } from '#engine/port';
import {
  factsToDescription,
  type AgentFacts,
  type AgentSourcePort,
  type SourceDeps,
} from './agent-source.ts';
import { withCardCache } from './card-cache.ts';
import type { AgentHealth } from './catalog.ts';
import { coalesceCalls } from './coalesce-calls.ts';
import { remoteAgent, type Servable } from '#serving/server';

/** Milliseconds until an agent card is fetched again after a success. */
const CARD_FRESH_MS = 5 * 60_000;
/** Milliseconds until an agent card is fetched again after a failure. */
const TRY_AGAIN_MS = 60_000;
const CARD_LIMIT = 1024 * 1024;

/** Watches the agent at an A2A URL. The server may be down at first. */
export function createAddressSource(
  address: string,
  givenName: string,
  deps: SourceDeps,
): AgentSourcePort {
  const { clock, isFollowed = true, onChange } = deps;
  const connection = getConnectOptions(address, deps);
  const peer = createRemoteAgentClient(address, {
    ...connection,
    fetch: withCardCache(limitFetch(connection.fetch, CARD_LIMIT)),
    timeoutMs: deps.cardTimeoutMs,
  });
  let facts: AgentFacts | undefined;
  let health: AgentHealth = {
    state: 'away',
    why: `${address} has not been checked yet`,
    at: clock.now(),
  };
  let unschedule = (): void => undefined;
  let isOpen = true;
  const servables = new Map<string, Servable>();

  async function updateFromCard(): Promise<boolean> {
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
      unschedule = clock.schedule(waitMs, updateFromCardInBackground);
    }
    return before !== JSON.stringify([facts, health.state, health.why]);
  }
  const checkNow = coalesceCalls(updateFromCard);

  function updateFromCardInBackground(): void {
    if (!isOpen) return;
    void checkNow().then((isOther) => {
      if (isOther && isOpen) onChange();
    });
  }

  function getOrCreateServable(agentId: string): Servable {
    const known = servables.get(agentId);
    if (known) return known;
    const made = createRemoteServable(
      agentId,
      address,
      deps,
      () => factsToDescription(agentId, facts ?? createPlaceholderAgentFacts(address)),
      updateFromCardInBackground,
    );
    servables.set(agentId, made);
    return made;
  }

  return {
    source: address,
    listAgents() {
      const found = { source: address, kind: 'address', givenName, facts, health } as const;
      return [{ ...found, problems: [], agents: [], getServable: getOrCreateServable }];
    },
    check: checkNow,
    async close() {
      isOpen = false;
      unschedule();
      await Promise.all([...servables.values()].map((one) => one.close()));
    },
  };
}

/**
 * Creates an entry for `serve` that forwards to a remote agent. Its description comes from the
 * newest agent card.
 */
function createRemoteServable(
  agentId: string,
  address: string,
  deps: SourceDeps,
  describe: () => Servable['description'],
  onFailure: () => void,
): Servable {
  const { delegationKey } = deps;
  const remote = remoteAgent(address, {
    agentId,
    ...getConnectOptions(address, deps),
    ...(delegationKey !== undefined && { delegationKey }),
  });
  return {
    agentId,
    environment: undefined,
    loop: overrideServedAgent(remote.loop, {
      async agent(messages, context) {
        try {
          return await remote.loop.agent(messages, context);
        } catch (thrown) {
          onFailure();
          throw thrown;
        }
      },
    }),
    get description() {
      return describe();
    },
    get isExposed() {
      return deps.isExposed(address);
    },
    close: () => remote.close(),
  };
}

function createPlaceholderAgentFacts(address: string): AgentFacts {
  return { name: address, description: `The agent at ${address}`, version: '', skills: [] };
}

function getConnectOptions(
  address: string,
  { headersFor, cardKeys, fetch = networkFetch }: SourceDeps,
): Pick<ConnectOptions, 'headers' | 'cardTrust'> & Required<Pick<ConnectOptions, 'fetch'>> {
  const headers = headersFor?.(address);
  const keys = cardKeys.get(address);
  return {
    fetch,
    ...(headers && { headers }),
    ...(keys && keys.length > 0 && { cardTrust: { keys } }),
  };
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
