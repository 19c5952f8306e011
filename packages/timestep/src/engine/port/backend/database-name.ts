import { createHash } from 'node:crypto';
import type { Runner } from '../tasks/runner.ts';

/**
 * Number of digest characters in a database name: enough to tell the databases of one owner apart.
 */
const NAME_LENGTH = 12;

/**
 * Returns the name of a runner's database, which is the same in all processes and reveals no key.
 */
export async function getDatabaseName(runner: Pick<Runner, 'getStateKey'>): Promise<string> {
  const digest = createHash('sha256')
    .update('timestep-place')
    .update(await runner.getStateKey());
  return digest.digest('hex').slice(0, NAME_LENGTH);
}

/** Formats an agent's name together with its database, as used in paths of delegated calls. */
export function formatAgentAtDatabase(agent: string, database: string): string {
  return `${agent}@${database}`;
}
