import { resolve } from 'node:path';
import { catalogCalls } from './agent-calls.ts';
import { agentNames } from './agent-names.ts';
import type { Catalog, CatalogEntry, CatalogOptions, CatalogSource } from './catalog.ts';
import { CatalogError } from './catalog-error.ts';
import { CATALOG_CLOCK, followSources } from './followed-sources.ts';
import { listingOf } from './listing.ts';
import { isAddress, sourceFrom } from './source.ts';
import { createWatched } from './watched.ts';

/**
 * Finds agents by name: of paths (a folder, a `.yaml`, a `.md`, or a folder of these) and of A2A
 * addresses. What an agent says about itself is read now, the rest when it is first asked. A source
 * that cannot be used is an entry that says why, and comes when it can. Rejects with `CatalogError` for
 * a text that cannot be a source.
 */
export async function openCatalog(
  sources: readonly CatalogSource[],
  options: CatalogOptions = {},
): Promise<Catalog> {
  const watched = createWatched();
  const giveNames = agentNames();
  let listing = listingOf([], giveNames, () => false, undefined);
  let isOpen = true;
  let hasCallers = false;
  const calls = catalogCalls({
    agentsAt: (source) => followed.agentsAt(keyOf(source)),
    entryOf: (source) => listing.bySource.get(source),
    loopOf: (agentId) => listing.servableById.get(agentId)?.loop,
    clock: options.clock ?? CATALOG_CLOCK,
    bounds: options.delegation ?? {},
  });
  const followed = followSources(options, calls, () => {
    const agents = followed.agents();
    // Answers may be on their way to an agent that names none any more.
    hasCallers ||= agents.some((one) => one.agents.length > 0);
    const courier = hasCallers ? calls.courier : undefined;
    listing = listingOf(agents, giveNames, followed.isExposed, courier);
    if (isOpen) watched.tell();
  });

  function find(nameOrSource: string): CatalogEntry | undefined {
    const { byId, bySource, byName } = listing;
    const known = byId.get(nameOrSource) ?? bySource.get(nameOrSource);
    return known ?? byName.get(nameOrSource) ?? bySource.get(keyOf(nameOrSource));
  }

  const first = sources.map((source) => followed.include(source));
  const { asksAddresses = true } = options;
  await followed.look(first.filter(({ source }) => asksAddresses || !isAddress(source)));
  return {
    list: () => listing.entries,
    find,
    async add(given) {
      if (!isOpen) throw new CatalogError('closed', 'the catalog was closed: open another one');
      const source = followed.include(given);
      await followed.look([source]);
      const there = new Set(source.agents().map((agent) => agent.source));
      return listing.entries.filter((entry) => there.has(entry.source));
    },
    async remove(nameOrSource) {
      const given = followed.get(keyOf(nameOrSource));
      const entry = find(nameOrSource);
      const source = given ?? (entry && followed.get(entry.source));
      if (source) return followed.remove(source);
      throw entry ? partOfFolder(nameOrSource) : unknownAgent(nameOrSource);
    },
    refresh: () => followed.look(),
    servables: {
      list: () => listing.servables,
      get: (agentId) => listing.servableById.get(agentId),
      watch: watched.watch,
    },
    agentCalls: calls.agentCalls,
    watch: watched.watch,
    async close() {
      isOpen = false;
      await followed.close();
    },
  };
}

/** As `sourceFrom`, also for what is not a source and may be a name. */
function keyOf(given: string): string {
  try {
    return sourceFrom(given);
  } catch {
    return resolve(given);
  }
}

function unknownAgent(named: string): CatalogError {
  const message = `there is no agent "${named}": give a name or a source of the list`;
  return new CatalogError('no-such-agent', message);
}

function partOfFolder(named: string): CatalogError {
  const message = `${named} is one of several agents of a folder: remove that folder`;
  return new CatalogError('part-of-folder', message);
}
