import { agentIdOf } from '../folder/index.ts';
import type { Clock } from '../port/index.ts';
import { addressSource, type AddressSite } from './address-source.ts';
import type { AgentSourcePort, FoundAgent } from './agent-source.ts';
import type { CatalogOptions, CatalogSource } from './catalog.ts';
import { inParallel } from './in-parallel.ts';
import { oneAtATime } from './one-at-a-time.ts';
import type { PathSite } from './path-agent.ts';
import { pathSource, type PathSource } from './path-source.ts';
import { isAddress, nameOfSource, sourceFrom } from './source.ts';
import { watchPaths } from './watch-paths.ts';

/** The sources of a catalog, in the order in which they were added. */
export interface FollowedSources {
  /** All agents; one that two sources have is one agent. */
  readonly agents: () => readonly FoundAgent[];
  readonly get: (key: string) => AgentSourcePort | undefined;
  /** Adds a source without looking at it; one that is there stays. Throws `CatalogError`. */
  readonly include: (given: CatalogSource) => AgentSourcePort;
  readonly remove: (source: AgentSourcePort) => Promise<void>;
  /** Looks at these sources, or at all of them. */
  readonly look: (sources?: readonly AgentSourcePort[]) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Addresses that are asked at a time. */
const MOST_LOOKS = 8;

/** Follows sources until it is closed; `onChange` is called after each change. */
export function followSources(options: CatalogOptions, onChange: () => void): FollowedSources {
  const { isFollowed = true } = options;
  const ended = new AbortController();
  const sources = new Map<string, AgentSourcePort>();
  const paths = new Map<string, PathSource>();
  const { pathSite, addressSite } = sitesOf(options, onChange);
  const watch = isFollowed ? watchPaths(() => void lookAtPaths()) : undefined;

  /** Looks until everything that is there is watched, so that no change falls in between. */
  const lookAtPaths = oneAtATime(async (): Promise<void> => {
    let isOther = false;
    for (let isNew = true; isNew && !ended.signal.aborted;) {
      for (const source of paths.values()) isOther = (await source.look()) || isOther;
      const folders = [...paths.values()].flatMap((source) => source.folders());
      isNew = !ended.signal.aborted && (watch?.follow([...paths.keys()], folders) ?? false);
    }
    if (isOther && !ended.signal.aborted) onChange();
  });

  return {
    agents() {
      const found = [...sources.values()].flatMap((source) => source.agents());
      return [...new Map(found.map((agent) => [agent.source, agent])).values()];
    },
    get: (key) => sources.get(key),
    include(given) {
      const { source: place, name } = typeof given === 'string' ? { source: given } : given;
      const key = sourceFrom(place);
      const known = sources.get(key);
      if (known) return known;
      if (isAddress(key)) {
        const source = addressSource(key, agentIdOf(name ?? nameOfSource(key)), addressSite);
        sources.set(key, source);
        return source;
      }
      const source = pathSource(key, pathSite);
      sources.set(key, source);
      paths.set(key, source);
      return source;
    },
    async remove(source) {
      sources.delete(source.source);
      paths.delete(source.source);
      onChange();
      await source.close();
      // What is no longer needed is no longer watched.
      await lookAtPaths();
    },
    async look(asked = [...sources.values()]) {
      const addresses = asked.filter(({ source }) => isAddress(source));
      await Promise.all([lookAtPaths(), inParallel(addresses, MOST_LOOKS, (one) => one.look())]);
      onChange();
    },
    async close() {
      ended.abort();
      watch?.close();
      await Promise.all([...sources.values()].map((source) => source.close()));
    },
  };
}

function sitesOf(
  options: CatalogOptions,
  onChange: () => void,
): { readonly pathSite: PathSite; readonly addressSite: AddressSite } {
  const { isFollowed = true, clock = CLOCK, load, onLoaded, headersFor, cardTimeoutMs } = options;
  return {
    pathSite: {
      clock,
      onChange,
      ...(load && { load }),
      ...(onLoaded && { onLoaded }),
    },
    addressSite: {
      clock,
      isFollowed,
      fetch: options.fetch ?? ((url, init) => fetch(url, init)),
      onChange,
      ...(headersFor && { headersFor }),
      ...(cardTimeoutMs !== undefined && { cardTimeoutMs }),
    },
  };
}

/** The machine's own time; what waits by it keeps no process from ending. */
const CLOCK: Clock = {
  now: () => Date.now(),
  schedule(delayMs, run) {
    const timer = setTimeout(run, delayMs).unref();
    return () => clearTimeout(timer);
  },
};
