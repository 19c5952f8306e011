import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  delegationStory,
  type DelegationOutcome,
  type DelegationStory,
} from '../interop/kill/delegations/story.ts';
import { startTemporal } from './temporal-server.ts';

/** Kills agents whose tasks run on Temporal while peers work for them. */
export async function delegationsOnTemporal(
  story: Omit<DelegationStory, 'env'>,
): Promise<DelegationOutcome> {
  const folder = mkdtempSync(join(tmpdir(), 'timestep-delegations-'));
  const server = await startTemporal(join(folder, 'temporal.db'));
  try {
    return await delegationStory({ ...story, env: { TEMPORAL: server.address } });
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true });
  }
}
