import { mountedAgents, type AgentMountsSite } from './agent-mounts.ts';
import type { Mounted, Site } from './mount.ts';
import { routerOf, type FindMounts } from './router.ts';

/** The mounts of all protocols, and a function that closes those of agents. */
export interface FoundMounts {
  readonly find: FindMounts;
  readonly close: (graceMs: number) => Promise<void>;
}

/**
 * Creates a lookup of mounts by path, which watches changes of the agents. Its time depends only on
 * the length of the path.
 */
export function findMounts(
  { agents, onError }: Pick<Site, 'agents' | 'onError'>,
  protocols: readonly Mounted[],
  withScopes: AgentMountsSite['withScopes'],
): FoundMounts {
  const ofAgents = mountedAgents({
    agents,
    mountAgents: protocols.flatMap(({ mountAgent }) => mountAgent ?? []),
    onError,
    withScopes,
  });
  const follows = protocols.some(({ mounts }) => typeof mounts === 'function');
  let findOthers: FindMounts | undefined;
  const stopWatching = agents.watch(() => {
    if (follows) findOthers = undefined;
  });

  function others(): FindMounts {
    return routerOf(
      protocols.flatMap(({ mounts }) => (typeof mounts === 'function' ? mounts() : mounts)),
    );
  }

  return {
    find(pathname) {
      findOthers ??= others();
      const found = [...ofAgents.find(pathname), ...findOthers(pathname)];
      return found.toSorted((one, other) => other.prefix.length - one.prefix.length);
    },
    async close(graceMs) {
      stopWatching();
      await ofAgents.close(graceMs);
    },
  };
}
