import type { Backend, BackendNeeds } from '../port/index.ts';
import { usage } from './command-error.ts';
import { textOf, type Option, type OptionValues } from './command.ts';
import { temporalPackage } from './temporal-package.ts';

/** Where Temporal is. */
export const TEMPORAL_PLACE_OPTIONS: Readonly<Record<string, Option>> = {
  'temporal-address': {
    type: 'string',
    value: 'HOST:PORT',
    about: 'where Temporal is (default 127.0.0.1:7233); TEMPORAL_API_KEY is sent where it is set',
  },
  'temporal-namespace': { type: 'string', value: 'NAME', about: 'its namespace (default default)' },
  'task-queue': { type: 'string', value: 'NAME', about: 'the queue of tasks (default timestep)' },
};

export const TEMPORAL_OPTIONS: Readonly<Record<string, Option>> = {
  ...TEMPORAL_PLACE_OPTIONS,
  'build-id': {
    type: 'string',
    value: 'ID',
    about: 'the build of this worker: tasks stay with the one they began with',
  },
};

export interface TemporalRequest extends BackendNeeds {
  readonly database: string;
  /** Whether this process works on tasks, too. */
  readonly works: boolean;
}

/** Opens a process's part in running tasks on Temporal, as the options say. */
export async function openTemporalAs(
  values: OptionValues,
  env: Readonly<Record<string, string | undefined>>,
  { agents, database, works, onError }: TemporalRequest,
): Promise<Backend> {
  const address = textOf(values, 'temporal-address');
  const namespace = textOf(values, 'temporal-namespace');
  const taskQueue = textOf(values, 'task-queue');
  const buildId = textOf(values, 'build-id');
  const apiKey = env['TEMPORAL_API_KEY'];
  const temporal = await temporalPackage();
  return temporal.openTemporal({
    agents,
    database,
    works,
    ...(onError && { onError }),
    ...(address !== undefined && { address }),
    ...(namespace !== undefined && { namespace }),
    ...(taskQueue !== undefined && { taskQueue }),
    ...(buildId !== undefined && { deployment: { name: taskQueue ?? 'timestep', buildId } }),
    ...(apiKey !== undefined && apiKey !== '' && { apiKey }),
  });
}

/** Refuses options that say where Temporal is for tasks that do not run on it. */
export function refusePlace(values: OptionValues): void {
  const surplus = Object.keys(TEMPORAL_PLACE_OPTIONS).find((name) => values[name] !== undefined);
  if (surplus !== undefined)
    throw usage(`--${surplus} goes with a --database of tasks on Temporal`);
}
