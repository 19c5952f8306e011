import { agentIdOf } from '../folder/index.ts';
import type { JsonObject } from '../core/index.ts';
import type { Clock } from '../port/index.ts';
import { addressSource, type AddressSite } from './address-source.ts';
import type { AgentSourcePort, FoundAgent } from './agent-source.ts';
import type { CatalogCalls } from './agent-calls.ts';
import type { CatalogOptions, CatalogSource } from './catalog.ts';
import { inParallel } from './in-parallel.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { openedSources } from './opened-sources.ts';
import type { PathSite } from './path-agent.ts';
import { pathSource } from './path-source.ts';
import { isAddress, nameOfSource, sourceFrom } from './source.ts';
import { watchPaths } from './watch-paths.ts';

/** The sources of a catalog, in the order in which they were added. */
export interface FollowedSources {
  /** All agents; one that two sources have is one agent. */
  readonly agents: () => readonly FoundAgent[];
  /** The agents at a source, as an agent that names it finds them. */
  readonly agentsAt: (key: string) => readonly FoundAgent[];
  /** Whether an agent is one of a source, and not only named by others. */
  readonly isExposed: (source: string) => boolean;
  readonly get: (key: string) => AgentSourcePort | undefined;
  /** Adds a source without looking at it; one that is there stays. Throws `CatalogError`. */
  readonly include: (given: CatalogSource) => AgentSourcePort;
  /** One that an agent names is then followed for that agent alone. */
  readonly remove: (source: AgentSourcePort) => Promise<void>;
  /** Looks at these sources, or at all of them. */
  readonly look: (sources?: readonly AgentSourcePort[]) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Addresses that are asked at a time. */
const MOST_LOOKS = 8;

/** Follows sources until it is closed; `onChange` is called after each change. */
export function followSources(
  options: CatalogOptions,
  calls: CatalogCalls,
  onChange: () => void,
): FollowedSources {
  const { isFollowed = true, opensNamed = true } = options;
  const ended = new AbortController();
  const isExposed = (source: string): boolean => opened.reached().exposed.has(source);
  const pinned = new Map<string, readonly JsonObject[]>();
  const sites = sitesOf(options, calls, isExposed, changed);
  const keysFor = (address: string): readonly JsonObject[] => pinned.get(address) ?? [];
  const opened = openedSources({
    path: (key) => pathSource(key, sites.pathSite),
    address: (key, name = nameOfSource(key)) =>
      addressSource(key, agentIdOf(name), { ...sites.addressSite, keysFor }),
    opensNamed,
  });
  const { all, paths } = opened;
  const watch = isFollowed ? watchPaths(() => void lookAtPaths().then(lookAtUnseen)) : undefined;

  function changed(): void {
    opened.renew();
    onChange();
  }

  /** Looks until everything that is there is watched, so that no change falls in between. */
  const lookAtPaths = oneAtATime(async (): Promise<void> => {
    let isOther = false;
    for (let isNew = true; isNew && !ended.signal.aborted;) {
      for (const source of paths.values()) isOther = (await source.look()) || isOther;
      if (ended.signal.aborted) return;
      const isNamed = opened.openNamed();
      const folders = [...paths.values()].flatMap((source) => source.folders());
      isNew = (watch?.follow([...paths.keys()], folders) ?? false) || isNamed;
      isOther ||= isNamed;
    }
    if (isOther && !ended.signal.aborted) changed();
  });

  async function lookAtUnseen(): Promise<void> {
    const asked = opened.takeUnseen();
    if (asked.length === 0 || ended.signal.aborted) return;
    await inParallel(asked, MOST_LOOKS, (one) => one.look());
    if (!ended.signal.aborted) changed();
  }

  return {
    agents: () => opened.reached().agents,
    agentsAt(key) {
      const agent = opened.reached().agents.find(({ source }) => source === key);
      return agent ? [agent] : (all.get(key)?.agents() ?? []);
    },
    isExposed,
    get: (key) => (opened.isGiven(key) ? all.get(key) : undefined),
    include(asked) {
      const { name, card_keys: keys, ...given } = sourceGiven(asked);
      const source = sourceFrom(given.source);
      if (keys) pinned.set(source, keys);
      return opened.give(source, name);
    },
    async remove(source) {
      const isGone = opened.takeBack(source.source);
      changed();
      if (isGone) await source.close();
      // What is no longer needed is no longer watched.
      await lookAtPaths();
    },
    async look(asked = [...all.values()]) {
      const addresses = asked.filter(({ source }) => isAddress(source));
      await Promise.all([lookAtPaths(), inParallel(addresses, MOST_LOOKS, (one) => one.look())]);
      await lookAtUnseen();
      changed();
    },
    async close() {
      ended.abort();
      watch?.close();
      await Promise.all([...all.values()].map((source) => source.close()));
    },
  };
}

type GivenSource = Exclude<CatalogSource, string>;

function sourceGiven(asked: CatalogSource): GivenSource {
  return typeof asked === 'string' ? { source: asked } : asked;
}

function sitesOf(
  options: CatalogOptions,
  calls: CatalogCalls,
  isExposed: (source: string) => boolean,
  onChange: () => void,
): { readonly pathSite: PathSite; readonly addressSite: Omit<AddressSite, 'keysFor'> } {
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

/** The machine's own time; what waits by it keeps no process from ending. */
export const CATALOG_CLOCK: Clock = {
  now: () => Date.now(),
  schedule(delayMs, run) {
    const timer = setTimeout(run, delayMs).unref();
    return () => clearTimeout(timer);
  },
};
