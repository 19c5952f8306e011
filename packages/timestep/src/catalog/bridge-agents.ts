import type { BridgeAgents, BridgeEntry } from '../calling/index.ts';
import type { Catalog, CatalogEntry } from './catalog.ts';

/** The agents of a catalog as programs call them over a bridge, without those that other agents alone may call. */
export function bridgeAgentsOf(catalog: Catalog): BridgeAgents {
  let asked: Promise<void> | undefined;
  return {
    async list() {
      // Cards are asked for with the first list; from then on the catalog follows them.
      await (asked ??= catalog.refresh());
      const offered = catalog.list().filter(isOffered);
      return offered.map((entry) => bridgeEntryOf(entry, entry.health.why ?? entry.health.state));
    },
    find(nameOrAddress) {
      const entry = catalog.find(nameOrAddress);
      const served = entry && isOffered(entry) ? catalog.servables.get(entry.agentId) : undefined;
      if (!served) return undefined;
      const { agentId: name, loop } = served;
      return { name, isLocked: (task) => loop.isLocked?.(task) ?? false };
    },
  };
}

function isOffered({ isExposed }: CatalogEntry): boolean {
  return isExposed !== false;
}

/** An agent of a catalog as callers choose it; `problem` says why it cannot be asked now. */
export function bridgeEntryOf(
  { agentId, name, description, version, skills, kind, source, health }: CatalogEntry,
  problem: string,
): BridgeEntry {
  return {
    name: agentId,
    title: name,
    description,
    version,
    skills,
    // A path is of no use to a model, and tells how the machine is arranged.
    ...(kind === 'address' && { address: source }),
    ...(health.state !== 'ok' && { problem }),
  };
}
