import { getAgentPath } from './agent-mounts.ts';
import { filterExposedAgents } from './exposed-agents.ts';
import type { Servables } from './servables.ts';

/** The URL of an agent on a server. */
export interface AgentAddress {
  readonly agentId: string;
  readonly url: string;
}

/** Returns the URLs of the agents that clients can reach, below the URL of their server. */
export function listAddresses(agents: Servables, url: string): readonly AgentAddress[] {
  const exposed = filterExposedAgents(agents).list();
  return exposed.map((agent) => ({ agentId: agent.agentId, url: url + getAgentPath(agent) }));
}
