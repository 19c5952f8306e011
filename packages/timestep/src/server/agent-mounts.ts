import { isDeepStrictEqual } from 'node:util';
import { createApiKeyAuthentication, type Authenticate } from '../http/index.ts';
import type { AgentMounts, Mount, MountAgent } from './mount.ts';
import { routerOf, type FindMounts } from './router.ts';
import type { Servable } from './serve-options.ts';
import type { Servables } from './servables.ts';

export interface AgentMountsSite {
  /** The agents that are reached from outside. */
  readonly agents: Servables;
  /** How each protocol serves one agent. */
  readonly mountAgents: readonly MountAgent[];
  /** How callers of an agent that wants scopes are known. */
  readonly withScopes: (scopes: readonly string[]) => Authenticate | undefined;
  /** Receives failures to end what has gone. */
  readonly onError: (thrown: unknown) => void;
}

/** The mounts of agents, which are made when a request first asks for them. */
export interface MountedAgents {
  /** The mounts of the agent that a path belongs to, the longest prefix first. */
  readonly find: FindMounts;
  readonly close: (graceMs: number) => Promise<void>;
}

/** What was made for an agent, and what it was made of. */
interface Made {
  readonly agent: Servable;
  readonly facts: Facts;
  readonly parts: readonly AgentMounts[];
  readonly byBase: Map<string, FindMounts>;
  /** The number of changes after which this was last compared with the agent. */
  seen: number;
}

interface Facts {
  readonly described: Pick<Servable, 'description' | 'apiKeys' | 'scopes'>;
  readonly environment: Servable['environment'];
}

/** Answers that have begun when their agent goes or changes may take as long to end. */
const GRACE_MS = 5000;

/**
 * Finds mounts by the id in a path, in constant time. Those of an agent that has gone or changed are
 * dropped; the only agent answers at the root as well.
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

  /** What is made for an agent as it is now. */
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

/** The address of an agent on its server. */
export function baseOf({ agentId }: Pick<Servable, 'agentId'>): string {
  return `/agents/${encodeURIComponent(agentId)}`;
}

/** The id in a path such as `/agents/guide/mcp`, where it is written as `baseOf` writes it. */
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

/** What mounts are made of beside the agent itself. */
function factsOf({ description, environment, apiKeys, scopes }: Servable): Facts {
  return { described: { description, apiKeys, scopes }, environment };
}

function areSame(one: Facts, other: Facts): boolean {
  return one.environment === other.environment && isDeepStrictEqual(one.described, other.described);
}

/** The mounts of an agent, asked by those alone whom its keys or its scopes let in. */
function guarded(
  { apiKeys, scopes }: Servable,
  { withScopes }: Pick<AgentMountsSite, 'withScopes'>,
  mounts: readonly Mount[],
): readonly Mount[] {
  if (!apiKeys && !scopes) return mounts;
  const authenticate = apiKeys ? createApiKeyAuthentication(apiKeys) : withScopes(scopes ?? []);
  return mounts.map((mount) => ({ ...mount, authenticate: authenticate ?? nobody }));
}

/** Scopes that no issuer gives are a door without a key. */
const nobody: Authenticate = () => undefined;

async function closed(parts: readonly AgentMounts[], graceMs: number): Promise<void> {
  await Promise.all(parts.map(async (part) => part.close?.(graceMs)));
}
