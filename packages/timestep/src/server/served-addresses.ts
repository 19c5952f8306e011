import { baseOf } from './agent-mounts.ts';
import { exposedAgents } from './exposed-agents.ts';
import type { Servables } from './servables.ts';

/** Where an agent of a server is. */
export interface AgentAddress {
  readonly agentId: string;
  readonly url: string;
}

/** The addresses of the agents that callers may ask, below the address of their server. */
export function addressesOf(agents: Servables, url: string): readonly AgentAddress[] {
  const exposed = exposedAgents(agents).list();
  return exposed.map((agent) => ({ agentId: agent.agentId, url: url + baseOf(agent) }));
}
