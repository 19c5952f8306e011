import type { Servable } from '../serve-options.ts';
import { filterExposedAgents, type Servables } from '../servables.ts';

export function getAgentPath({ agentId }: Pick<Servable, 'agentId'>): string {
  return `/agents/${encodeURIComponent(agentId)}`;
}

/**
 * Parses the agent id from a path. Undefined for paths that `getAgentPath` cannot create.
 */
export function parseAgentId(pathname: string): string | undefined {
  const written = /^\/agents\/([^/]+)/.exec(pathname)?.[1];
  if (written === undefined) return undefined;
  try {
    const id = decodeURIComponent(written);
    return encodeURIComponent(id) === written ? id : undefined;
  } catch {
    return undefined;
  }
}

/** The URL of an agent on a server. */
export interface AgentAddress {
  readonly agentId: string;
  readonly url: string;
}

/** Returns the URLs of the agents that clients can reach, below the URL of their server. */
export function listServedAddresses(agents: Servables, url: string): readonly AgentAddress[] {
  const exposed = filterExposedAgents(agents).list();
  return exposed.map((agent) => ({ agentId: agent.agentId, url: url + getAgentPath(agent) }));
}
