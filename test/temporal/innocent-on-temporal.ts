import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  innocentStory,
  type InnocentOutcome,
  type InnocentStory,
} from '../interop/kill/innocent-story.ts';
import { startTemporal } from './temporal-server.ts';

const PROGRAM = fileURLToPath(new URL('slow-assistant.ts', import.meta.url));

/** A worker without a heartbeat for this long is lost. */
const HEARTBEAT_MS = 5000;

/** Pause before Temporal repeats a lost call, and until a busy machine has started the worker again. */
const REPEAT_MS = 5000;

/** Kills a server whose tasks run on Temporal, while they do nothing wrong. */
export async function innocentOnTemporal(
  story: Omit<InnocentStory, 'served' | 'noticedAfterMs'>,
): Promise<InnocentOutcome> {
  const folder = mkdtempSync(join(tmpdir(), 'timestep-innocent-'));
  const server = await startTemporal(join(folder, 'temporal.db'));
  try {
    const served = { program: PROGRAM, env: { TEMPORAL: server.address } };
    return await innocentStory({ ...story, served, noticedAfterMs: HEARTBEAT_MS + REPEAT_MS });
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true });
  }
}
