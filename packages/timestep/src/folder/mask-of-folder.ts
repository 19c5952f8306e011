import { maskOf, type Mask } from '../core/index.ts';
import type { AgentFolder } from './agent-folder.ts';

/** A shorter variable is a port or a switch, which stands in many texts. */
const SHORTEST_SECRET = 8;

/** Takes out of texts what an agent keeps secret. */
export function maskOfFolder({ servers, env }: Pick<AgentFolder, 'servers' | 'env'>): Mask {
  const variables = Object.values(env).filter((value) => value !== undefined);
  return maskOf([
    ...servers.flatMap((server) => server.secrets),
    ...variables.filter((value) => value.length >= SHORTEST_SECRET),
  ]);
}
