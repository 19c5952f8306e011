import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NO_OLD_TASKS } from '../crash/old-tasks.ts';
import { BASIC_SCENES } from '../crash/scenario.ts';
import { BOUND_MS, type Subject } from '../crash/story.ts';
import { startTemporal, type TemporalServer } from './temporal-server.ts';

export interface CrashStage {
  readonly subject: Subject;
  readonly server: TemporalServer;
}

/**
 * Milliseconds after which a worker counts as dead; long enough for a live worker on a busy
 * machine.
 */
const HEARTBEAT_MS = 2000;

/** A server, and the process that runs the scenario on it; both store their files in the folder. */
export async function openCrashStage(folder: string): Promise<CrashStage> {
  const server = await startTemporal(join(folder, 'temporal.db'));
  const subject: Subject = {
    script: fileURLToPath(new URL('crash-subject.ts', import.meta.url)),
    args: [server.address],
    scenes: BASIC_SCENES,
    leaseMs: HEARTBEAT_MS,
    boundMs: BOUND_MS,
    prepare: async () => NO_OLD_TASKS,
    problemsIn: async () => [],
  };
  return { subject, server };
}
