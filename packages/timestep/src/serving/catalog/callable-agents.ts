import type { AgentEntry, CallableAgent, CallableAgents } from '#agents/calling';
import type { Servable } from '#serving/server';
import type { Catalog, CatalogEntry } from './catalog.ts';

/** Lists the agents of a catalog, for programs that call agents. */
export function createCallableAgents(catalog: Catalog): CallableAgents {
  let asked: Promise<void> | undefined;
  return {
    async list() {
      // The first listing waits for the agent cards; later the catalog keeps them up to date.
      await (asked ??= catalog.refresh());
      const offered = catalog.list().filter(isExposedEntry);
      return offered.map((entry) => toAgentEntry(entry, entry.health.why ?? entry.health.state));
    },
    find(nameOrAddress) {
      const entry = catalog.find(nameOrAddress);
      const served =
        entry && isExposedEntry(entry) ? catalog.servables.get(entry.agentId) : undefined;
      if (!served) return undefined;
      return servableToCallable(served);
    },
  };
}

export function servableToCallable({ agentId: name, loop }: Servable): CallableAgent {
  return { name, isLocked: (task) => loop.isLocked?.(task) ?? false };
}

function isExposedEntry({ isExposed }: CatalogEntry): boolean {
  return isExposed !== false;
}

export function toAgentEntry(
  { agentId, name, description, version, skills, kind, source, health }: CatalogEntry,
  problem: string,
): AgentEntry {
  return {
    name: agentId,
    title: name,
    description,
    version,
    skills,
    // A path is not shown to models, because it would reveal the directory layout.
    ...(kind === 'address' && { address: source }),
    ...(health.state !== 'ok' && { problem }),
  };
}
