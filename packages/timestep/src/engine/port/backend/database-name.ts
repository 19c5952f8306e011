import { createHash } from 'node:crypto';
import type { Runner } from '../tasks/runner.ts';

/** Number of digest characters in a name, enough to distinguish all databases of one owner. */
const NAME_LENGTH = 12;

/** Returns a name for the database of a runner, the same in all processes. It reveals no key. */
export async function getDatabaseName(runner: Pick<Runner, 'getStateKey'>): Promise<string> {
  const digest = createHash('sha256')
    .update('timestep-place')
    .update(await runner.getStateKey());
  return digest.digest('hex').slice(0, NAME_LENGTH);
}

/** Formats the name of an agent with its database, as used in delegation paths. */
export function formatAgentAtDatabase(agent: string, database: string): string {
  return `${agent}@${database}`;
}
