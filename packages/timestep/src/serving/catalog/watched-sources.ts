import { nameToAgentId } from '#agents/folder';
import type { JsonObject } from '#core';
import type { Clock } from '#engine/port';
import { createAddressSource, type AddressSourceDeps } from './address-source.ts';
import type { AgentSourcePort, FoundAgent } from './agent-source.ts';
import type { CatalogCalls } from './agent-calls.ts';
import type { CatalogOptions, CatalogSource } from './catalog.ts';
import { mapConcurrently } from './map-concurrently.ts';
import { coalesceCalls } from './coalesce-calls.ts';
import { createOpenSources, type SourceOpeners } from './open-sources.ts';
import type { PathSourceDeps } from './path-agent.ts';
import { createPathSource } from './path-source.ts';
import { isAddress, deriveAgentName, normalizeSource } from './source.ts';
import { watchPaths } from './watch-paths.ts';

/** The sources of a catalog, in the order in which they were added. */
export interface WatchedSources {
  /** Lists all agents. An agent that belongs to two sources is listed once. */
  readonly listAgents: () => readonly FoundAgent[];
  /** Lists the agents at a source, for an agent that lists the source. */
  readonly listAgentsAt: (key: string) => readonly FoundAgent[];
  /** Whether a source was added by the user. False if only other agents list the source. */
  readonly isExposed: (source: string) => boolean;
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
  const { isFollowed = true, opensNamed = true } = options;
  const ended = new AbortController();
  const isExposed = (source: string): boolean => opened.getReachable().exposed.has(source);
  const pinned = new Map<string, readonly JsonObject[]>();
  const sites = createSourceDeps(options, calls, isExposed, notifyChange);
  const opened = createOpenSources(createSourceOpeners(sites, pinned, opensNamed));
  const { all, paths } = opened;
  const watch = isFollowed
    ? watchPaths(() => void checkPaths().then(checkNewAddresses))
    : undefined;

  function notifyChange(): void {
    opened.updateReachable();
    onChange();
  }

  /** Checks paths until every folder is watched, so that no change is missed in between. */
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
    if (isOther && !ended.signal.aborted) notifyChange();
  });

  async function checkNewAddresses(): Promise<void> {
    const asked = opened.takeUncheckedAddresses();
    if (asked.length === 0 || ended.signal.aborted) return;
    await mapConcurrently(asked, MOST_LOOKS, (one) => one.check());
    if (!ended.signal.aborted) notifyChange();
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
      const { name, card_keys: keys, ...given } = toGivenSource(asked);
      const source = normalizeSource(given.source);
      if (keys) pinned.set(source, keys);
      return opened.addGiven(source, name);
    },
    async remove(source) {
      const isGone = opened.removeGiven(source.source);
      notifyChange();
      if (isGone) await source.close();
      // Stops watching folders that are no longer needed.
      await checkPaths();
    },
    async check(asked = [...all.values()]) {
      const addresses = asked.filter(({ source }) => isAddress(source));
      await Promise.all([
        checkPaths(),
        mapConcurrently(addresses, MOST_LOOKS, (one) => one.check()),
      ]);
      await checkNewAddresses();
      notifyChange();
    },
    async close() {
      ended.abort();
      watch?.close();
      await Promise.all([...all.values()].map((source) => source.close()));
    },
  };
}

type GivenSource = Exclude<CatalogSource, string>;

/** Creates the functions that open sources. `pinnedKeys` holds the trusted keys by address. */
function createSourceOpeners(
  { pathSite, addressSite }: ReturnType<typeof createSourceDeps>,
  pinnedKeys: ReadonlyMap<string, readonly JsonObject[]>,
  opensNamed: boolean,
): SourceOpeners {
  const keysFor = (address: string): readonly JsonObject[] => pinnedKeys.get(address) ?? [];
  return {
    openPath: (key) => createPathSource(key, pathSite),
    openAddress: (key, name = deriveAgentName(key)) =>
      createAddressSource(key, nameToAgentId(name), { ...addressSite, keysFor }),
    opensNamed,
  };
}

function toGivenSource(asked: CatalogSource): GivenSource {
  return typeof asked === 'string' ? { source: asked } : asked;
}

function createSourceDeps(
  options: CatalogOptions,
  calls: CatalogCalls,
  isExposed: (source: string) => boolean,
  onChange: () => void,
): { readonly pathSite: PathSourceDeps; readonly addressSite: Omit<AddressSourceDeps, 'keysFor'> } {
  const {
    isFollowed = true,
    clock = CATALOG_CLOCK,
    load,
    onLoaded,
    headersFor,
    cardTimeoutMs,
  } = options;
  const { delegationKey } = options;
  return {
    pathSite: {
      clock,
      onChange,
      calls,
      isExposed,
      ...(load && { load }),
      ...(onLoaded && { onLoaded }),
    },
    addressSite: {
      clock,
      isFollowed,
      isExposed,
      fetch: options.fetch ?? ((url, init) => fetch(url, init)),
      onChange,
      ...(headersFor && { headersFor }),
      ...(delegationKey !== undefined && { delegationKey }),
      ...(cardTimeoutMs !== undefined && { cardTimeoutMs }),
    },
  };
}

/** The system clock with timers that do not keep the process running. */
export const CATALOG_CLOCK: Clock = {
  now: () => Date.now(),
  schedule(delayMs, run) {
    const timer = setTimeout(run, delayMs).unref();
    return () => clearTimeout(timer);
  },
};
