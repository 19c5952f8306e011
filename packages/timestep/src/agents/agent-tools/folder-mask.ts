import { createMask, type Mask } from '../../core/index.ts';
import type { AgentFolder } from '../folder/index.ts';

/**
 * Minimum length of a variable that is masked. Shorter values are ports or switches, which occur in
 * many texts.
 */
const SHORTEST_SECRET = 8;

/** Creates a mask that removes an agent's secrets from texts. */
export function createFolderMask({ servers, env }: Pick<AgentFolder, 'servers' | 'env'>): Mask {
  const variables = Object.values(env).filter((value) => value !== undefined);
  return createMask([
    ...servers.flatMap((server) => server.secrets),
    ...variables.filter((value) => value.length >= SHORTEST_SECRET),
  ]);
}
