import { isDeepStrictEqual } from 'node:util';
import { createApiKeyAuthentication, type Authenticate } from '../http/index.ts';
import type { AgentMounts, Mount, MountAgent } from './mount.ts';
import { routerOf, type FindMounts } from './router.ts';
import type { Servable } from './serve-options.ts';
import type { Servables } from './servables.ts';

export interface AgentMountsSite {
  /** The agents that clients can reach. */
  readonly agents: Servables;
  /** For each protocol, the function that serves one agent. */
  readonly mountAgents: readonly MountAgent[];
  /** Returns the authentication for agents that require these scopes. */
  readonly withScopes: (scopes: readonly string[]) => Authenticate | undefined;
  /** Receives failures to close the mounts of removed or changed agents. */
  readonly onError: (thrown: unknown) => void;
}

/** The mounts of all agents. They are created by the first request for an agent. */
export interface MountedAgents {
  /** Returns the mounts of the agent that a path belongs to, the longest prefix first. */
  readonly find: FindMounts;
  readonly close: (graceMs: number) => Promise<void>;
}

/** The mounts of an agent, and the properties that they were created from. */
interface Made {
  readonly agent: Servable;
  readonly facts: Facts;
  readonly parts: readonly AgentMounts[];
  readonly byBase: Map<string, FindMounts>;
  /** The number of changes at the last comparison of the mounts with the agent. */
  seen: number;
}

interface Facts {
  readonly described: Pick<Servable, 'description' | 'apiKeys' | 'scopes'>;
  readonly environment: Servable['environment'];
}

/** Milliseconds for unfinished responses when their agent is removed or changed. */
const GRACE_MS = 5000;

/**
 * Finds mounts by the agent id in a path, in constant time. Mounts of removed or changed agents are
 * dropped. If there is only one agent, it answers at the root as well.
 */
export function mountedAgents(site: AgentMountsSite): MountedAgents {
  const { agents, mountAgents, onError } = site;
  const made = new Map<string, Made>();
  const ending = new Set<Promise<void>>();
  let changes = 0;
  const stopWatching = agents.watch(() => {
    changes += 1;
    for (const [id, one] of made) if (!agents.get(id)) drop(id, one);
  });

  function drop(id: string, { parts }: Made): void {
    made.delete(id);
    const ended = closed(parts, GRACE_MS).catch(onError);
    ending.add(ended);
    void ended.then(() => ending.delete(ended));
  }

  /** Returns the mounts for the current properties of an agent, and creates them if needed. */
  function madeFor(agent: Servable): Made {
    const { agentId: id } = agent;
    const before = made.get(id);
    if (before?.agent === agent && before.seen === changes) return before;
    const facts = factsOf(agent);
    if (before?.agent === agent && areSame(before.facts, facts)) {
      before.seen = changes;
      return before;
    }
    if (before) drop(id, before);
    const parts = mountAgents.map((mount) => mount(agent));
    const now = { agent, facts, parts, byBase: new Map(), seen: changes };
    made.set(id, now);
    return now;
  }

  function findAt(agent: Servable, base: string, pathname: string): readonly Mount[] {
    const { byBase, parts } = madeFor(agent);
    let find = byBase.get(base);
    if (!find) {
      find = routerOf(
        guarded(
          agent,
          site,
          parts.flatMap((part) => part.at(base)),
        ),
      );
      byBase.set(base, find);
    }
    return find(pathname);
  }

  return {
    find(pathname) {
      const id = idIn(pathname);
      const named = id === undefined ? undefined : agents.get(id);
      if (named) return findAt(named, baseOf(named), pathname);
      const listed = agents.list();
      const only = listed.length === 1 ? listed[0] : undefined;
      return only ? findAt(only, '', pathname) : [];
    },
    async close(graceMs) {
      stopWatching();
      await Promise.all([
        ...ending,
        closed(
          [...made.values()].flatMap(({ parts }) => parts),
          graceMs,
        ),
      ]);
    },
  };
}

/** Returns the path of an agent on its server. */
export function baseOf({ agentId }: Pick<Servable, 'agentId'>): string {
  return `/agents/${encodeURIComponent(agentId)}`;
}

/**
 * Parses the agent id in a path such as `/agents/guide/mcp`. Undefined unless it is encoded as
 * `getAgentPath` encodes it.
 */
function idIn(pathname: string): string | undefined {
  const written = /^\/agents\/([^/]+)/.exec(pathname)?.[1];
  if (written === undefined) return undefined;
  try {
    const id = decodeURIComponent(written);
    return encodeURIComponent(id) === written ? id : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the properties of an agent that its mounts depend on. */
function factsOf({ description, environment, apiKeys, scopes }: Servable): Facts {
  return { described: { description, apiKeys, scopes }, environment };
}

function areSame(one: Facts, other: Facts): boolean {
  return one.environment === other.environment && isDeepStrictEqual(one.described, other.described);
}

/** Restricts mounts to callers with one of the agent's keys, or with its scopes. */
function guarded(
  { apiKeys, scopes }: Servable,
  { withScopes }: Pick<AgentMountsSite, 'withScopes'>,
  mounts: readonly Mount[],
): readonly Mount[] {
  if (!apiKeys && !scopes) return mounts;
  const authenticate = apiKeys ? createApiKeyAuthentication(apiKeys) : withScopes(scopes ?? []);
  return mounts.map((mount) => ({ ...mount, authenticate: authenticate ?? nobody }));
}

/** Rejects every caller: without a token issuer, no caller can have the required scopes. */
const nobody: Authenticate = () => undefined;

async function closed(parts: readonly AgentMounts[], graceMs: number): Promise<void> {
  await Promise.all(parts.map(async (part) => part.close?.(graceMs)));
}
