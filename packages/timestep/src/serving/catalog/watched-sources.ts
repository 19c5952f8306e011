import type { JsonObject } from '#core';
import type { Clock } from '#engine/port';
import type { AgentSourcePort, FoundAgent, SourceDeps } from './agent-source.ts';
import type { CatalogCalls } from './agent-calls.ts';
import type { CatalogOptions, CatalogSource } from './catalog.ts';
import { mapConcurrently } from './map-concurrently.ts';
import { coalesceCalls } from './coalesce-calls.ts';
import { createOpenAgentSources } from './open-sources.ts';
import { isAddress, normalizeSource } from './source.ts';
import { watchPaths } from './watch-paths.ts';

/** The paths and URLs from which a catalog gets its agents, in the order in which they were added. */
export interface WatchedSources {
  /** Lists all agents. An agent that belongs to two sources is listed once. */
  readonly listAgents: () => readonly FoundAgent[];
  /** Lists the agents at a source, which another agent's files may name. */
  readonly listAgentsAt: (key: string) => readonly FoundAgent[];
  readonly isExposed: SourceDeps['isExposed'];
  readonly find: (key: string) => AgentSourcePort | undefined;
  /** Adds a source without checking it, or returns the existing source. Throws `CatalogError`. */
  readonly add: (given: CatalogSource) => AgentSourcePort;
  /** Removes a source. If an agent lists the source, the source stays watched for that agent. */
  readonly remove: (source: AgentSourcePort) => Promise<void>;
  /** Checks the given sources for changes now, by default all sources. */
  readonly check: (sources?: readonly AgentSourcePort[]) => Promise<void>;
  readonly close: () => Promise<void>;
}

const MOST_LOOKS = 8;

/** Watches sources and calls `onChange` after each change, until it is closed. */
export function watchSources(
  options: CatalogOptions,
  calls: CatalogCalls,
  onChange: () => void,
): WatchedSources {
  const { isFollowed = true, clock = CATALOG_CLOCK } = options;
  const ended = new AbortController();
  const isExposed = (source: string): boolean => opened.getReachable().exposed.has(source);
  const cardKeys = new Map<string, readonly JsonObject[]>();
  const deps = { ...options, clock, calls, cardKeys, isExposed, onChange: updateAgentsAndNotify };
  const opened = createOpenAgentSources(deps);
  const { all, paths } = opened;
  const watch = isFollowed
    ? watchPaths(() => void checkPaths().then(checkNewAddresses))
    : undefined;

  function updateAgentsAndNotify(): void {
    opened.updateReachableAgents();
    onChange();
  }

  /**
   * Repeats the check until no new folder had to be watched, so that no change in between is
   * missed.
   */
  const checkPaths = coalesceCalls(async (): Promise<void> => {
    let isOther = false;
    for (let isNew = true; isNew && !ended.signal.aborted;) {
      for (const source of paths.values()) isOther = (await source.check()) || isOther;
      if (ended.signal.aborted) return;
      const isNamed = opened.openNamed();
      const folders = [...paths.values()].flatMap((source) => source.listFolders());
      isNew = (watch?.watchOnly([...paths.keys()], folders) ?? false) || isNamed;
      isOther ||= isNamed;
    }
    if (isOther && !ended.signal.aborted) updateAgentsAndNotify();
  });

  async function checkNewAddresses(): Promise<void> {
    const asked = opened.takeUncheckedAddresses();
    if (asked.length === 0 || ended.signal.aborted) return;
    await checkAddresses(asked);
    if (!ended.signal.aborted) updateAgentsAndNotify();
  }

  return {
    listAgents: () => opened.getReachable().agents,
    listAgentsAt(key) {
      const agent = opened.getReachable().agents.find(({ source }) => source === key);
      return agent ? [agent] : (all.get(key)?.listAgents() ?? []);
    },
    isExposed,
    find: (key) => (opened.isGiven(key) ? all.get(key) : undefined),
    add(asked) {
      if (typeof asked === 'string') return opened.addGiven(normalizeSource(asked));
      const source = normalizeSource(asked.source);
      if (asked.card_keys) cardKeys.set(source, asked.card_keys);
      return opened.addGiven(source, asked.name);
    },
    async remove(source) {
      const isGone = opened.removeGiven(source.source);
      updateAgentsAndNotify();
      if (isGone) await source.close();
      // Stops watching folders that are no longer needed.
      await checkPaths();
    },
    async check(asked = [...all.values()]) {
      const addresses = asked.filter(({ source }) => isAddress(source));
      await Promise.all([checkPaths(), checkAddresses(addresses)]);
      await checkNewAddresses();
      updateAgentsAndNotify();
    },
    async close() {
      ended.abort();
      watch?.close();
      await Promise.all([...all.values()].map((source) => source.close()));
    },
  };
}

async function checkAddresses(sources: readonly AgentSourcePort[]): Promise<void> {
  await mapConcurrently(sources, MOST_LOOKS, (one) => one.check());
}

/** The system clock with timers that do not keep the process running. */
export const CATALOG_CLOCK: Clock = {
  now: () => Date.now(),
  schedule(delayMs, run) {
    const timer = setTimeout(run, delayMs).unref();
    return () => clearTimeout(timer);
  },
};
