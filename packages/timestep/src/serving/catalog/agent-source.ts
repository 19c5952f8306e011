import type { AgentDescription } from '#protocols/a2a';
import type { Servable } from '#serving/server';
import type { CatalogEntry } from './catalog.ts';

/** The part of a catalog entry that comes from the agent's card or files. */
export type AgentFacts = Omit<
  CatalogEntry,
  'agentId' | 'source' | 'kind' | 'health' | 'problems' | 'isExposed'
>;

/** An agent found at a source, before the catalog assigns its id. */
export interface FoundAgent extends Pick<CatalogEntry, 'source' | 'kind' | 'health' | 'problems'> {
  /** The name that the user gave the agent. */
  readonly givenName?: string;
  /** Undefined until the agent has been read successfully once. */
  readonly facts: AgentFacts | undefined;
  /** Always the same object per id. Throws for a path without facts. */
  readonly getServable: (agentId: string) => Servable;
  /** The sources of the agents that this agent may call. */
  readonly agents: readonly string[];
}

export interface AgentSourcePort {
  /** An absolute path, or an address. */
  readonly source: string;
  listAgents(): readonly FoundAgent[];
  /** Resolves to whether anything changed. Never rejects. */
  check(): Promise<boolean>;
  close(): Promise<void>;
}

/** Converts facts to the card that a server publishes, without the URL. */
export function factsToDescription(
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
