import { join } from 'node:path';
import { createSqliteRunner, TimestepError } from '@timestep-ai/timestep';
import type { Runner, ServedAgent } from '@timestep-ai/timestep/port';

/** The storage of agent B's tasks: a file, or Temporal. */
export type RunnerChoice = 'embedded' | 'temporal';

export interface RunnerDeps {
  readonly stateDir: string;
  readonly name: string;
  readonly agents: readonly ServedAgent[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly onError: (thrown: unknown) => void;
}

/** Thrown if the chosen runner cannot be created. */
export class RunnerChoiceError extends TimestepError {}

export const NAMESPACE = 'a2a-demo';
/** Milliseconds without a heartbeat after which a worker counts as dead. */
const HEARTBEAT_MS = 3000;

export function parseRunnerChoice(value: string): RunnerChoice {
  if (value === 'embedded' || value === 'temporal') return value;
  const message = `--runner must be embedded or temporal, got "${value}"`;
  throw new RunnerChoiceError('unknown-runner', message);
}

/** Creates the chosen runner. No other file knows which runners exist. */
export async function createRunner(choice: RunnerChoice, site: RunnerDeps): Promise<Runner> {
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
