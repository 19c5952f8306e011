import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleTaskWorkflow } from '@timestep/temporal';
import type { Subject } from '../crash/story.ts';
import { startTemporal, type TemporalServer } from './temporal-server.ts';

export interface CrashStage {
  readonly subject: Subject;
  readonly server: TemporalServer;
}

const HEARTBEAT_MS = 500;

/** A server, and the subject that tells its story on it; both keep their files in the folder. */
export async function openCrashStage(folder: string): Promise<CrashStage> {
  const server = await startTemporal(join(folder, 'temporal.db'));
  const bundle = join(folder, 'workflow.js');
  writeFileSync(bundle, (await bundleTaskWorkflow()).code);
  const subject = {
    script: fileURLToPath(new URL('crash-subject.ts', import.meta.url)),
    args: [server.address, bundle],
    leaseMs: HEARTBEAT_MS,
  };
  return { subject, server };
}
