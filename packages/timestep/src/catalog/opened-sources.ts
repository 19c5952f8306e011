import type { AgentSourcePort } from './agent-source.ts';
import type { PathSource } from './path-source.ts';
import { reachedAgents, type ReachedAgents } from './reached-agents.ts';
import { isAddress } from './source.ts';

/** How sources are opened. */
export interface SourceOpeners {
  readonly path: (key: string) => PathSource;
  /** The name is that which the user gave it, where there is one. */
  readonly address: (key: string, name?: string) => AgentSourcePort;
  /** `false`: only those that were given. */
  readonly opensNamed: boolean;
}

/** The sources of a catalog: those that were given, and those that agents name. */
export interface OpenedSources {
  readonly all: ReadonlyMap<string, AgentSourcePort>;
  readonly paths: ReadonlyMap<string, PathSource>;
  /** The agents that are there, as of the last `renew`. */
  readonly reached: () => ReachedAgents;
  readonly renew: () => void;
  /** A source that was given; one that agents name as well is there already. */
  readonly give: (key: string, name?: string) => AgentSourcePort;
  readonly isGiven: (key: string) => boolean;
  /** Takes back what was given; returns whether the source is no longer needed. */
  readonly takeBack: (key: string) => boolean;
  /** Opens what agents name, and returns whether a path is among that. */
  readonly openNamed: () => boolean;
  /** Addresses that agents name and that are still to be looked at, once. */
  readonly takeUnseen: () => readonly AgentSourcePort[];
}

export function openedSources({ path, address, opensNamed }: SourceOpeners): OpenedSources {
  const all = new Map<string, AgentSourcePort>();
  const paths = new Map<string, PathSource>();
  const given = new Set<string>();
  const unseen = new Set<AgentSourcePort>();
  let reached = reachedAgents(all, given);

  function renew(): void {
    reached = reachedAgents(all, given);
  }

  function open(key: string, name?: string): AgentSourcePort {
    if (isAddress(key)) {
      const source = address(key, name);
      all.set(key, source);
      return source;
    }
    const source = path(key);
    all.set(key, source);
    paths.set(key, source);
    return source;
  }

  return {
    all,
    paths,
    reached: () => reached,
    renew,
    give(key, name) {
      given.add(key);
      return all.get(key) ?? open(key, name);
    },
    isGiven: (key) => given.has(key),
    takeBack(key) {
      given.delete(key);
      renew();
      if (reached.agents.some(({ agents }) => agents.includes(key))) return false;
      all.delete(key);
      paths.delete(key);
      renew();
      return true;
    },
    openNamed() {
      renew();
      const opened = opensNamed ? reached.missing.map((key) => open(key)) : [];
      for (const source of opened) if (isAddress(source.source)) unseen.add(source);
      return opened.some(({ source }) => !isAddress(source));
    },
    takeUnseen() {
      const asked = [...unseen];
      unseen.clear();
      return asked;
    },
  };
}
