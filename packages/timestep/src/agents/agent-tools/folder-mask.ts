import { createMask, type Mask } from '../../core/index.ts';
import type { AgentFolder } from '../folder/index.ts';

/** Shorter values are ports or switches, which occur in many texts. */
const SHORTEST_SECRET = 8;

export function createFolderMask({ servers, env }: Pick<AgentFolder, 'servers' | 'env'>): Mask {
  const variables = Object.values(env).filter((value) => value !== undefined);
  return createMask([
    ...servers.flatMap((server) => server.secrets),
    ...variables.filter((value) => value.length >= SHORTEST_SECRET),
  ]);
}
