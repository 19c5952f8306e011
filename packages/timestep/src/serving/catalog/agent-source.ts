import type { JsonObject } from '#core';
import type { Clock } from '#engine/port';
import type { AgentDescription } from '#protocols/a2a';
import type { Servable } from '#serving/server';
import type { CatalogCalls } from './agent-calls.ts';
import type { CatalogEntry, CatalogOptions } from './catalog.ts';

/** The part of a catalog entry that is read from the agent's card or files. */
export type AgentFacts = Omit<
  CatalogEntry,
  'agentId' | 'source' | 'kind' | 'health' | 'problems' | 'isExposed'
>;

/** An agent found at a source, before the catalog assigns its id. */
export interface FoundAgent extends Pick<CatalogEntry, 'source' | 'kind' | 'health' | 'problems'> {
  /** The name that the user gave the agent. */
  readonly givenName?: string;
  /** Metadata of the agent; undefined until the agent has been read successfully once. */
  readonly facts: AgentFacts | undefined;
  /**
   * Returns the agent as an entry for `serve`, always the same object. Throws for a path without
   * metadata.
   */
  readonly getServable: (agentId: string) => Servable;
  /** The sources of the agents that this agent may call. */
  readonly agents: readonly string[];
}

export interface SourceDeps extends CatalogOptions {
  readonly clock: Clock;
  readonly calls: CatalogCalls;
  /** Trusted public keys by the agent's URL. One of the keys must have signed the agent's card. */
  readonly cardKeys: ReadonlyMap<string, readonly JsonObject[]>;
  /** Whether external callers may reach the agents at a source. */
  readonly isExposed: (source: string) => boolean;
  /**
   * Called if an agent changes although its source was not checked, for example when a call begins to fail.
   */
  readonly onChange: () => void;
}

export interface AgentSourcePort {
  /** Source of the agents: an absolute path or an address. */
  readonly source: string;
  listAgents(): readonly FoundAgent[];
  /** Checks the source for changes. Resolves to whether anything changed. Never rejects. */
  check(): Promise<boolean>;
  close(): Promise<void>;
}

/** Converts metadata to the agent card that a server publishes, without its URL. */
export function factsToDescription(
  agentId: string,
  { name, description, version, skills }: AgentFacts,
): Omit<AgentDescription, 'url'> {
  return {
    name: agentId,
    title: name,
    description: description || name,
    version: version || '1.0.0',
    skills,
  };
}
