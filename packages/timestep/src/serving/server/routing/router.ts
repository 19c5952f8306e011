import { isDeepStrictEqual } from 'node:util';
import { describeUnknownName, suggestKnownNames } from '#core';
import { createApiKeyAuthentication, type Authenticate } from '#protocols/http';
import type { Servable } from '../serve-options.ts';
import { getAgentPath, parseAgentId } from './agent-path.ts';
import type { AgentMounts, Mount, MountAgent, MountedProtocol, ProtocolHost } from './mount.ts';
import { indexMounts, type FindMounts } from './mount-index.ts';

/** Finds the mounts for a request by its path, and agents by their tenant. */
export interface Router {
  readonly find: FindMounts;
  /** Finds the agent that the tenant in a request names. Used if only mounts at the root match the path. */
  readonly findTenant?: MountedProtocol['findTenant'];
  /**
   * Creates the error for a path that names an unknown agent, or no agent although there are
   * several.
   */
  readonly describeAgents?: (pathname: string) => string | undefined;
}

export interface WatchingRouter extends Router {
  readonly close: (graceMs: number) => Promise<void>;
}

interface RouterOptions extends Pick<ProtocolHost, 'agents' | 'onError'> {
  readonly protocols: readonly MountedProtocol[];
  /** Returns a function that authenticates callers and requires these scopes. */
  readonly withScopes: (scopes: readonly string[]) => Authenticate | undefined;
}

/** Creates a router, which watches changes of the agents. */
export function createRouter(options: RouterOptions): WatchingRouter {
  const { agents, protocols } = options;
  const byAgent = createAgentRouter(options);
  const follows = protocols.some(({ mounts }) => typeof mounts === 'function');
  let findOthers: FindMounts | undefined;
  const stopWatching = agents.watch(() => {
    if (follows) findOthers = undefined;
  });

  return {
    find(pathname) {
      findOthers ??= indexMounts(
        protocols.flatMap(({ mounts }) => (typeof mounts === 'function' ? mounts() : mounts)),
      );
      const found = [...byAgent.find(pathname), ...findOthers(pathname)];
      return found.toSorted((one, other) => other.prefix.length - one.prefix.length);
    },
    findTenant: protocols.find((one) => one.findTenant)?.findTenant,
    describeAgents(pathname) {
      const names = agents.list().map(({ agentId }) => agentId);
      const id = parseAgentId(pathname);
      if (id !== undefined)
        return agents.get(id) ? undefined : describeUnknownName('agent', id, names);
      if (names.length < 2) return undefined;
      return `several agents are served, each below /agents/NAME${suggestKnownNames('', names)}`;
    },
    async close(graceMs) {
      stopWatching();
      await byAgent.close(graceMs);
    },
  };
}

interface MountedAgent {
  readonly agent: Servable;
  readonly inputs: MountInputs;
  readonly parts: readonly AgentMounts[];
  readonly byBase: Map<string, FindMounts>;
  /** Value of the change counter of the agents at the time when their routes were last compared. */
  comparedAt: number;
}

type MountInputs = Pick<Servable, 'environment' | 'description' | 'apiKeys' | 'scopes'>;

/** Milliseconds for unfinished responses when their agent is removed or changed. */
const GRACE_MS = 5000;

/**
 * Finds the mounts of the agent whose id is in the path. Mounts are created by the first request
 * and dropped when the agent changes. A single agent is also mounted at the root.
 */
function createAgentRouter(options: RouterOptions): Pick<WatchingRouter, 'find' | 'close'> {
  const { agents, protocols, onError } = options;
  const mountAgents: readonly MountAgent[] = protocols.flatMap((one) => one.mountAgent ?? []);
  const mounted = new Map<string, MountedAgent>();
  const closing = new Set<Promise<void>>();
  let changes = 0;
  const stopWatching = agents.watch(() => {
    changes += 1;
    for (const [id, one] of mounted) if (!agents.get(id)) unmountAgent(id, one);
  });

  function unmountAgent(id: string, { parts }: MountedAgent): void {
    mounted.delete(id);
    const closed = closeMounts(parts, GRACE_MS).catch(onError);
    closing.add(closed);
    void closed.then(() => closing.delete(closed));
  }

  function getOrCreateMounts(agent: Servable): MountedAgent {
    const { agentId: id } = agent;
    const before = mounted.get(id);
    if (before?.agent === agent && before.comparedAt === changes) return before;
    const { environment, description, apiKeys, scopes } = agent;
    const inputs = { environment, description, apiKeys, scopes };
    if (before?.agent === agent && areMountInputsEqual(before.inputs, inputs)) {
      before.comparedAt = changes;
      return before;
    }
    if (before) unmountAgent(id, before);
    const parts = mountAgents.map((mount) => mount(agent));
    const now = { agent, inputs, parts, byBase: new Map(), comparedAt: changes };
    mounted.set(id, now);
    return now;
  }

  function findMountsAtBase(agent: Servable, base: string, pathname: string): readonly Mount[] {
    const { byBase, parts } = getOrCreateMounts(agent);
    let find = byBase.get(base);
    if (!find) {
      const mounts = parts.flatMap((part) => part.at(base));
      find = indexMounts(restrictMountsToAgent(mounts, agent, options));
      byBase.set(base, find);
    }
    return find(pathname);
  }

  return {
    find(pathname) {
      const id = parseAgentId(pathname);
      const named = id === undefined ? undefined : agents.get(id);
      if (named) return findMountsAtBase(named, getAgentPath(named), pathname);
      const listed = agents.list();
      const only = listed.length === 1 ? listed[0] : undefined;
      return only ? findMountsAtBase(only, '', pathname) : [];
    },
    async close(graceMs) {
      stopWatching();
      const parts = [...mounted.values()].flatMap((one) => one.parts);
      await Promise.all([...closing, closeMounts(parts, graceMs)]);
    },
  };
}

/** Whether an agent's mounts are still valid. Environments are compared by identity. */
function areMountInputsEqual(
  { environment, ...one }: MountInputs,
  { environment: otherEnvironment, ...other }: MountInputs,
): boolean {
  return environment === otherEnvironment && isDeepStrictEqual(one, other);
}

/**
 * Gives mounts access only to tasks of their agent, and requires the agent's own API keys or
 * scopes.
 */
function restrictMountsToAgent(
  mounts: readonly Mount[],
  { agentId, apiKeys, scopes }: Servable,
  { withScopes }: Pick<RouterOptions, 'withScopes'>,
): readonly Mount[] {
  if (!apiKeys && !scopes) return mounts.map((mount) => ({ ...mount, agentId }));
  const byKeyOrScope = apiKeys ? createApiKeyAuthentication(apiKeys) : withScopes(scopes ?? []);
  const authenticate = byKeyOrScope ?? rejectEveryCaller;
  return mounts.map((mount) => ({ ...mount, agentId, authenticate }));
}

/** Rejects all callers: without a token issuer, a caller cannot have scopes. */
const rejectEveryCaller: Authenticate = () => undefined;

async function closeMounts(parts: readonly AgentMounts[], graceMs: number): Promise<void> {
  await Promise.all(parts.map(async (part) => part.close?.(graceMs)));
}
