import { nameToAgentId } from '#agents/folder';
import type { Servable } from '#serving/server';
import type { AssignNames } from './agent-names.ts';
import type { FoundAgent } from './agent-source.ts';
import type { CatalogEntry } from './catalog.ts';
import { deriveAgentName } from './source.ts';

/** A snapshot of the agents of a catalog, indexed for lookup. */
export interface Listing {
  readonly entries: readonly CatalogEntry[];
  readonly byId: ReadonlyMap<string, CatalogEntry>;
  readonly bySource: ReadonlyMap<string, CatalogEntry>;
  readonly byName: ReadonlyMap<string, CatalogEntry>;
  readonly servables: readonly Servable[];
  readonly servableById: ReadonlyMap<string, Servable>;
}

export function createCatalogListing(
  agents: readonly FoundAgent[],
  assignNames: AssignNames,
  isExposed: (source: string) => boolean,
  deliveryAgent: Servable | undefined,
): Listing {
  const names = assignNames(
    agents.map((agent) => ({
      key: agent.source,
      wanted: getPreferredName(agent),
      isUsable: isCallable(agent),
    })),
  );
  const listed = agents.map((agent) => {
    const agentId = names.get(agent.source) ?? '';
    return { entry: toCatalogEntry(agent, agentId, isExposed(agent.source)), agent, agentId };
  });
  const entries = listed.map(({ entry }) => entry);
  const asked = listed.flatMap(({ agent, agentId }) =>
    isCallable(agent) ? [agent.getServable(agentId)] : [],
  );
  const servables = deliveryAgent ? [...asked, deliveryAgent] : asked;
  return {
    entries,
    byId: new Map(entries.map((entry) => [entry.agentId, entry])),
    bySource: new Map(entries.map((entry) => [entry.source, entry])),
    // If several agents have the same display name, the first agent is found.
    byName: new Map(entries.toReversed().map((entry) => [entry.name, entry])),
    servables,
    servableById: new Map(servables.map((one) => [one.agentId, one])),
  };
}

function toCatalogEntry(
  { source, kind, facts, health, problems }: FoundAgent,
  id: string,
  isExposed: boolean,
): CatalogEntry {
  const unknown = { name: id, description: '', version: '', skills: [] };
  const known = { agentId: id, ...(facts ?? unknown), source, kind, health, problems };
  return isExposed ? known : { ...known, isExposed };
}

function getPreferredName({ source, givenName, facts }: FoundAgent): string {
  return givenName ?? (facts ? nameToAgentId(facts.name) : deriveAgentName(source));
}

/** Whether an agent can be called. A remote agent can be called before its card was read. */
function isCallable({ kind, facts }: FoundAgent): boolean {
  return kind === 'address' || facts !== undefined;
}
