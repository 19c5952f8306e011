import { join } from 'node:path';
import { createSqliteRunner, TimestepError } from 'timestep';
import type { Runner, ServedAgent } from 'timestep/port';

/** What keeps agent B's tasks: a file of its own, or Temporal. */
export type RunnerChoice = 'embedded' | 'temporal';

export interface RunnerSite {
  readonly stateDir: string;
  readonly name: string;
  readonly agents: readonly ServedAgent[];
  readonly onError: (thrown: unknown) => void;
}

/** The runner cannot be had as asked. */
export class RunnerChoiceError extends TimestepError {}

export function runnerChoice(value: string): RunnerChoice {
  if (value === 'embedded' || value === 'temporal') return value;
  const message = `--runner must be embedded or temporal, got "${value}"`;
  throw new RunnerChoiceError('unknown-runner', message);
}

/** Throws where a choice cannot be had here, before anything is started. */
export function refuseUnavailable(choice: RunnerChoice): void {
  if (choice === 'embedded') return;
  const message = 'this example does not run on Temporal yet: use --runner embedded';
  throw new RunnerChoiceError('not-available', message);
}

/** The one place that knows which runners there are. */
export async function createRunner(choice: RunnerChoice, site: RunnerSite): Promise<Runner> {
  refuseUnavailable(choice);
  const { stateDir, name, agents, onError } = site;
  return createSqliteRunner({ path: join(stateDir, `${name}.db`), agents, onError });
}
