import { createHash } from 'node:crypto';
import type { Runner } from './runner.ts';

/** Characters of a digest: enough that no two databases of one owner have the same. */
const DIGITS = 12;

/**
 * The name of where the tasks of a runner are: the same in every process that shares them, and after a
 * restart. It tells nothing of the key that it is made of.
 */
export async function placeNameOf(runner: Pick<Runner, 'stateKey'>): Promise<string> {
  const digest = createHash('sha256')
    .update('timestep-place')
    .update(await runner.stateKey());
  return digest.digest('hex').slice(0, DIGITS);
}

/** The name of an agent among those of all databases, as paths of delegations have it. */
export function agentAtPlace(agent: string, place: string): string {
  return `${agent}@${place}`;
}
