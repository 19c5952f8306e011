import { join } from 'node:path';
import { createSqliteRunner, TimestepError } from '@timestep-ai/timestep';
import type { Runner, ServedAgent } from '@timestep-ai/timestep/port';

/** What keeps agent B's tasks: a file of its own, or Temporal. */
export type RunnerChoice = 'embedded' | 'temporal';

export interface RunnerSite {
  readonly stateDir: string;
  readonly name: string;
  readonly agents: readonly ServedAgent[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly onError: (thrown: unknown) => void;
}

/** The runner cannot be had as asked. */
export class RunnerChoiceError extends TimestepError {}

export const NAMESPACE = 'a2a-demo';
/** A worker that gives no sign of life for so long is dead. */
const HEARTBEAT_MS = 3000;

export function runnerChoice(value: string): RunnerChoice {
  if (value === 'embedded' || value === 'temporal') return value;
  const message = `--runner must be embedded or temporal, got "${value}"`;
  throw new RunnerChoiceError('unknown-runner', message);
}

/** The one place that knows which runners there are. */
export async function createRunner(choice: RunnerChoice, site: RunnerSite): Promise<Runner> {
  const { stateDir, name, agents, env, onError } = site;
  const path = join(stateDir, `${name}.db`);
  if (choice === 'embedded') return createSqliteRunner({ path, agents, onError });
  // Loaded where it is chosen: it takes as long as everything else together.
  const { openTemporal } = await import('@timestep-ai/temporal');
  const temporal = await openTemporal({
    agents,
    database: env['DATABASE_URL'] || path,
    address: env['TEMPORAL_SERVER'] || '127.0.0.1:7233',
    namespace: env['TEMPORAL_NAMESPACE'] || NAMESPACE,
    taskQueue: `${name}-tasks`,
    heartbeatMs: HEARTBEAT_MS,
    onError,
  });
  return { ...temporal.runner, close: (graceMs) => temporal.close(graceMs) };
}
