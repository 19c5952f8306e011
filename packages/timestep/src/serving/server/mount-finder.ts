import { createMountedAgents, type AgentMountsDeps } from './agent-mounts.ts';
import type { MountedProtocol, ProtocolHost } from './mount.ts';
import { createRouter, type FindMounts } from './router.ts';

/** The mounts of all protocols, and a function that closes those of agents. */
export interface MountFinder {
  readonly find: FindMounts;
  readonly close: (graceMs: number) => Promise<void>;
}

/**
 * Creates a lookup of mounts by path, which watches changes of the agents. Its time depends only on
 * the length of the path.
 */
export function createMountFinder(
  { agents, onError }: Pick<ProtocolHost, 'agents' | 'onError'>,
  protocols: readonly MountedProtocol[],
  withScopes: AgentMountsDeps['withScopes'],
): MountFinder {
  const ofAgents = createMountedAgents({
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

  function createProtocolRouter(): FindMounts {
    return createRouter(
      protocols.flatMap(({ mounts }) => (typeof mounts === 'function' ? mounts() : mounts)),
    );
  }

  return {
    find(pathname) {
      findOthers ??= createProtocolRouter();
      const found = [...ofAgents.find(pathname), ...findOthers(pathname)];
      return found.toSorted((one, other) => other.prefix.length - one.prefix.length);
    },
    async close(graceMs) {
      stopWatching();
      await ofAgents.close(graceMs);
    },
  };
}
