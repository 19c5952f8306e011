import { isIP } from 'node:net';
import { getAgentPath } from '../routing/agent-path.ts';
import type { Servable } from '../serve-options.ts';

/** An agent as an entry of a catalog, which registries search. */
export interface CatalogEntry {
  /** Name that stays when the agent moves: `urn:air:<domain>:agent:<agent id>`. */
  readonly identifier: string;
  readonly displayName: string;
  readonly type: 'application/a2a-agent-card+json';
  readonly url: string;
  readonly description: string | undefined;
  readonly version: string | undefined;
  /** Ids of the agent's skills. */
  readonly capabilities?: readonly string[];
  /** Requests that the agent serves, by which registries find it: at most five. */
  readonly representativeQueries?: readonly string[];
}

/** Maximum number of example requests that the specification recommends for an entry. */
const MAX_QUERIES = 5;

/** Converts an agent to an entry of an AI Catalog (Agentic Resource Discovery 0.91, section 4.2). */
export function agentToCatalogEntry(
  agent: Pick<Servable, 'agentId' | 'description'>,
  origin: string,
): CatalogEntry {
  const { name, title, description, version, skills = [] } = agent.description;
  const queries = skills.flatMap(({ examples = [] }) => examples).slice(0, MAX_QUERIES);
  return {
    identifier: `urn:air:${getPublisherDomain(origin)}:agent:${encodeURIComponent(agent.agentId)}`,
    displayName: title ?? name,
    type: 'application/a2a-agent-card+json',
    url: `${origin}${getAgentPath(agent)}/.well-known/agent-card.json`,
    description,
    version,
    ...(skills.length > 0 && { capabilities: skills.map(({ id }) => id) }),
    ...(queries.length > 0 && { representativeQueries: queries }),
  };
}

/** Returns the domain of an address. Addresses of a network are no domains, and mean this machine. */
function getPublisherDomain(origin: string): string {
  const { hostname } = new URL(origin);
  return isIP(hostname.replaceAll(/[[\]]/g, '')) === 0 ? hostname : 'localhost';
}
