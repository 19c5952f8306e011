import { agentIdOf } from '../folder/index.ts';
import type { Servable } from '../server/index.ts';
import type { GiveNames } from './agent-names.ts';
import type { FoundAgent } from './agent-source.ts';
import type { CatalogEntry } from './catalog.ts';
import { nameOfSource } from './source.ts';

/** The agents of a catalog at one moment, by everything that they are found by. */
export interface Listing {
  readonly entries: readonly CatalogEntry[];
  readonly byId: ReadonlyMap<string, CatalogEntry>;
  readonly bySource: ReadonlyMap<string, CatalogEntry>;
  readonly byName: ReadonlyMap<string, CatalogEntry>;
  readonly servables: readonly Servable[];
  readonly servableById: ReadonlyMap<string, Servable>;
}

export function listingOf(
  agents: readonly FoundAgent[],
  giveNames: GiveNames,
  isExposed: (source: string) => boolean,
  courier: Servable | undefined,
): Listing {
  const names = giveNames(
    agents.map((agent) => ({
      key: agent.source,
      wanted: wantedBy(agent),
      isUsable: canBeAsked(agent),
    })),
  );
  const listed = agents.map((agent) => {
    const agentId = names.get(agent.source) ?? '';
    return { entry: entryOf(agent, agentId, isExposed(agent.source)), agent, agentId };
  });
  const entries = listed.map(({ entry }) => entry);
  const asked = listed.flatMap(({ agent, agentId }) =>
    canBeAsked(agent) ? [agent.servableAs(agentId)] : [],
  );
  const servables = courier ? [...asked, courier] : asked;
  return {
    entries,
    byId: new Map(entries.map((entry) => [entry.agentId, entry])),
    bySource: new Map(entries.map((entry) => [entry.source, entry])),
    // Of several with the same name for people, the first one counts.
    byName: new Map(entries.toReversed().map((entry) => [entry.name, entry])),
    servables,
    servableById: new Map(servables.map((one) => [one.agentId, one])),
  };
}

function entryOf(
  { source, kind, facts, health, problems }: FoundAgent,
  id: string,
  isExposed: boolean,
): CatalogEntry {
  const unknown = { name: id, description: '', version: '', skills: [] };
  const known = { agentId: id, ...(facts ?? unknown), source, kind, health, problems };
  return isExposed ? known : { ...known, isExposed };
}

function wantedBy({ source, givenName, facts }: FoundAgent): string {
  return givenName ?? (facts ? agentIdOf(facts.name) : nameOfSource(source));
}

/** An agent at an address may answer before its card was read. */
function canBeAsked({ kind, facts }: FoundAgent): boolean {
  return kind === 'address' || facts !== undefined;
}
