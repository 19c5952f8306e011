import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  culpritStory,
  type CulpritOutcome,
  type CulpritStory,
} from '../interop/kill/culprit-story.ts';
import { startTemporal } from './temporal-server.ts';

const PROGRAM = fileURLToPath(new URL('poisonous-assistant.ts', import.meta.url));

/** Lets one task on Temporal end its worker again and again. */
export async function culpritOnTemporal(
  story: Omit<CulpritStory, 'served'>,
): Promise<CulpritOutcome> {
  const folder = mkdtempSync(join(tmpdir(), 'timestep-culprit-'));
  const server = await startTemporal(join(folder, 'temporal.db'));
  try {
    const served = { program: PROGRAM, env: { TEMPORAL: server.address } };
    return await culpritStory({ ...story, served });
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true });
  }
}
