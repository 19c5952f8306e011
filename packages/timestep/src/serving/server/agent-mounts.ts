import { isDeepStrictEqual } from 'node:util';
import { createApiKeyAuthentication, type Authenticate } from '../../protocols/http/index.ts';
import type { AgentMounts, Mount, MountAgent } from './mount.ts';
import { createRouter, type FindMounts } from './router.ts';
import type { Servable } from './serve-options.ts';
import type { Servables } from './servables.ts';

export interface AgentMountsDeps {
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
interface MountedAgent {
  readonly agent: Servable;
  readonly facts: MountInputs;
  readonly parts: readonly AgentMounts[];
  readonly byBase: Map<string, FindMounts>;
  /** The number of changes at the last comparison of the mounts with the agent. */
  seen: number;
}

interface MountInputs {
  readonly described: Pick<Servable, 'description' | 'apiKeys' | 'scopes'>;
  readonly environment: Servable['environment'];
}

/** Milliseconds for unfinished responses when their agent is removed or changed. */
const GRACE_MS = 5000;

/**
 * Finds mounts by the agent id in a path, in constant time. Mounts of removed or changed agents are
 * dropped. If there is only one agent, it answers at the root as well.
 */
export function createMountedAgents(deps: AgentMountsDeps): MountedAgents {
  const { agents, mountAgents, onError } = deps;
  const made = new Map<string, MountedAgent>();
  const ending = new Set<Promise<void>>();
  let changes = 0;
  const stopWatching = agents.watch(() => {
    changes += 1;
    for (const [id, one] of made) if (!agents.get(id)) dropMounts(id, one);
  });

  function dropMounts(id: string, { parts }: MountedAgent): void {
    made.delete(id);
    const ended = closeMounts(parts, GRACE_MS).catch(onError);
    ending.add(ended);
    void ended.then(() => ending.delete(ended));
  }

  /** Returns the mounts for the current properties of an agent, and creates them if needed. */
  function getOrCreateMounts(agent: Servable): MountedAgent {
    const { agentId: id } = agent;
    const before = made.get(id);
    if (before?.agent === agent && before.seen === changes) return before;
    const facts = getMountInputs(agent);
    if (before?.agent === agent && isSameInputs(before.facts, facts)) {
      before.seen = changes;
      return before;
    }
    if (before) dropMounts(id, before);
    const parts = mountAgents.map((mount) => mount(agent));
    const now = { agent, facts, parts, byBase: new Map(), seen: changes };
    made.set(id, now);
    return now;
  }

  function findMountsAt(agent: Servable, base: string, pathname: string): readonly Mount[] {
    const { byBase, parts } = getOrCreateMounts(agent);
    let find = byBase.get(base);
    if (!find) {
      find = createRouter(
        withAuthentication(
          agent,
          deps,
          parts.flatMap((part) => part.at(base)),
        ),
      );
      byBase.set(base, find);
    }
    return find(pathname);
  }

  return {
    find(pathname) {
      const id = parseAgentId(pathname);
      const named = id === undefined ? undefined : agents.get(id);
      if (named) return findMountsAt(named, getAgentPath(named), pathname);
      const listed = agents.list();
      const only = listed.length === 1 ? listed[0] : undefined;
      return only ? findMountsAt(only, '', pathname) : [];
    },
    async close(graceMs) {
      stopWatching();
      await Promise.all([
        ...ending,
        closeMounts(
          [...made.values()].flatMap(({ parts }) => parts),
          graceMs,
        ),
      ]);
    },
  };
}

/** Returns the path of an agent on its server. */
export function getAgentPath({ agentId }: Pick<Servable, 'agentId'>): string {
  return `/agents/${encodeURIComponent(agentId)}`;
}

/**
 * Parses the agent id in a path such as `/agents/guide/mcp`. Undefined unless it is encoded as
 * `getAgentPath` encodes it.
 */
function parseAgentId(pathname: string): string | undefined {
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
function getMountInputs({ description, environment, apiKeys, scopes }: Servable): MountInputs {
  return { described: { description, apiKeys, scopes }, environment };
}

function isSameInputs(one: MountInputs, other: MountInputs): boolean {
  return one.environment === other.environment && isDeepStrictEqual(one.described, other.described);
}

/** Restricts mounts to callers with one of the agent's keys, or with its scopes. */
function withAuthentication(
  { apiKeys, scopes }: Servable,
  { withScopes }: Pick<AgentMountsDeps, 'withScopes'>,
  mounts: readonly Mount[],
): readonly Mount[] {
  if (!apiKeys && !scopes) return mounts;
  const authenticate = apiKeys ? createApiKeyAuthentication(apiKeys) : withScopes(scopes ?? []);
  return mounts.map((mount) => ({ ...mount, authenticate: authenticate ?? rejectEveryCaller }));
}

/** Rejects every caller: without a token issuer, no caller can have the required scopes. */
const rejectEveryCaller: Authenticate = () => undefined;

async function closeMounts(parts: readonly AgentMounts[], graceMs: number): Promise<void> {
  await Promise.all(parts.map(async (part) => part.close?.(graceMs)));
}
