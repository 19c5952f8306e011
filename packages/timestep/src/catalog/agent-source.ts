import type { AgentDescription } from '../a2a/index.ts';
import type { Servable } from '../server/index.ts';
import type { CatalogEntry } from './catalog.ts';

/** What an agent says about itself, and what is known of it beside that. */
export type AgentFacts = Omit<
  CatalogEntry,
  'agentId' | 'source' | 'kind' | 'health' | 'problems' | 'isExposed'
>;

/** An agent that a source has, whatever its name in the catalog is. */
export interface FoundAgent extends Pick<CatalogEntry, 'source' | 'kind' | 'health' | 'problems'> {
  /** Its name, whatever it says about itself; absent where that names it. */
  readonly givenName?: string;
  /** Absent until the agent could be read for the first time. */
  readonly facts: AgentFacts | undefined;
  /** The agent under a name; of the same name, the same. Throws for a path without facts. */
  readonly servableAs: (agentId: string) => Servable;
  /** The sources of the agents that it may call. */
  readonly agents: readonly string[];
}

/** A path or an address, and the agents there. */
export interface AgentSourcePort {
  /** As it was given, a path absolute. */
  readonly source: string;
  agents(): readonly FoundAgent[];
  /** Looks at the source now, and resolves to whether something is different. Does not reject. */
  look(): Promise<boolean>;
  close(): Promise<void>;
}

/** What a server says of an agent: its card without the address. */
export function descriptionOf(
  agentId: string,
  facts: Pick<AgentFacts, 'name' | 'description' | 'version' | 'skills'>,
): Omit<AgentDescription, 'url'> {
  const { name, description, version, skills } = facts;
  return {
    name: agentId,
    title: name,
    description: description || name,
    version: version || '1.0.0',
    skills,
  };
}
