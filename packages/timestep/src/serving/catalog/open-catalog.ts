import { resolve } from 'node:path';
import { createSubscribers } from '#serving/server';
import { createCatalogCalls } from './agent-calls.ts';
import { createNameAssigner } from './agent-names.ts';
import type { Catalog, CatalogEntry, CatalogOptions, CatalogSource } from './catalog.ts';
import { CatalogError } from './catalog-error.ts';
import { CATALOG_CLOCK, watchSources } from './watched-sources.ts';
import { createCatalogListing } from './listing.ts';
import { isAddress, normalizeSource } from './source.ts';

/**
 * Opens a catalog of agents from paths (a folder, a `.yaml`, a `.md`, or a folder of these) and A2A
 * URLs. Only reads metadata; models and tools are loaded by the first call. A source with errors
 * becomes an entry that says why. Rejects with `CatalogError` if a text is neither a path nor a
 * URL.
 */
export async function openCatalog(
  sources: readonly CatalogSource[],
  options: CatalogOptions = {},
): Promise<Catalog> {
  const watched = createSubscribers();
  const giveNames = createNameAssigner();
  let listing = createCatalogListing([], giveNames, () => false, undefined);
  let isOpen = true;
  let hasCallers = false;
  const calls = createCatalogCalls({
    listAgentsAt: (source) => followed.listAgentsAt(toSourceKey(source)),
    findEntry: (source) => listing.bySource.get(source),
    findLoop: (agentId) => listing.servableById.get(agentId)?.loop,
    clock: options.clock ?? CATALOG_CLOCK,
    bounds: options.delegation ?? {},
  });
  const followed = watchSources(options, calls, () => {
    const agents = followed.listAgents();
    // Answers of called agents may still arrive after the last caller is gone, so the agent that delivers them stays.
    hasCallers ||= agents.some((one) => one.agents.length > 0);
    const deliveryAgent = hasCallers ? calls.deliveryAgent : undefined;
    listing = createCatalogListing(agents, giveNames, followed.isExposed, deliveryAgent);
    if (isOpen) watched.notify();
  });

  function findCatalogEntry(nameOrSource: string): CatalogEntry | undefined {
    const { byId, bySource, byName } = listing;
    const known = byId.get(nameOrSource) ?? bySource.get(nameOrSource);
    return known ?? byName.get(nameOrSource) ?? bySource.get(toSourceKey(nameOrSource));
  }

  const first = sources.map((source) => followed.add(source));
  const { asksAddresses = true } = options;
  await followed.check(first.filter(({ source }) => asksAddresses || !isAddress(source)));
  return {
    list: () => listing.entries,
    find: findCatalogEntry,
    async add(given) {
      if (!isOpen) throw new CatalogError('closed', 'the catalog was closed: open another one');
      const source = followed.add(given);
      await followed.check([source]);
      const there = new Set(source.listAgents().map((agent) => agent.source));
      return listing.entries.filter((entry) => there.has(entry.source));
    },
    async remove(nameOrSource) {
      const given = followed.find(toSourceKey(nameOrSource));
      const entry = findCatalogEntry(nameOrSource);
      const source = given ?? (entry && followed.find(entry.source));
      if (source) return followed.remove(source);
      if (entry) {
        const message = `${nameOrSource} belongs to a folder with several agents: remove the folder`;
        throw new CatalogError('part-of-folder', message);
      }
      const message = `no agent "${nameOrSource}" in the catalog: use a name or source from the list`;
      throw new CatalogError('no-such-agent', message);
    },
    refresh: () => followed.check(),
    servables: {
      list: () => listing.servables,
      get: (agentId) => listing.servableById.get(agentId),
      watch: watched.subscribe,
    },
    agentCalls: calls.agentCalls,
    watch: watched.subscribe,
    async close() {
      isOpen = false;
      await followed.close();
    },
  };
}

/** Converts a source to its key. A text that is not a valid source counts as a path. */
function toSourceKey(text: string): string {
  try {
    return normalizeSource(text);
  } catch {
    return resolve(text);
  }
}
