import type { Outbox, Runner, ServedAgent } from '../port/index.ts';
import type { ResponseStore } from '../responses/index.ts';
import { CommandError } from './command-error.ts';
import { textOf, type Option, type OptionValues } from './command.ts';

/** What the package for Temporal opens; it is installed beside this one by those who want it. */
export interface OpenedTemporal {
  readonly runner: Runner;
  readonly outbox: Outbox;
  readonly responseStore: ResponseStore;
  readonly done: Promise<void>;
  close(graceMs: number): Promise<void>;
}

interface TemporalPackage {
  openTemporal(options: {
    readonly agents: readonly ServedAgent[];
    readonly database: string;
    readonly works: boolean;
    readonly address?: string;
    readonly namespace?: string;
    readonly taskQueue?: string;
    readonly apiKey?: string;
    readonly deployment?: { readonly name: string; readonly buildId: string };
    readonly onError: (thrown: unknown) => void;
  }): Promise<OpenedTemporal>;
}

const PACKAGE = '@timestep/temporal';

export const TEMPORAL_OPTIONS: Readonly<Record<string, Option>> = {
  'temporal-address': {
    type: 'string',
    value: 'HOST:PORT',
    about: 'where Temporal is (default 127.0.0.1:7233); TEMPORAL_API_KEY is sent where it is set',
  },
  'temporal-namespace': { type: 'string', value: 'NAME', about: 'its namespace (default default)' },
  'task-queue': { type: 'string', value: 'NAME', about: 'the queue of tasks (default timestep)' },
  'build-id': {
    type: 'string',
    value: 'ID',
    about: 'the build of this worker: tasks stay with the one they began with',
  },
};

export interface TemporalRequest {
  readonly agents: readonly ServedAgent[];
  readonly database: string;
  /** Whether this process works on tasks, too. */
  readonly works: boolean;
  readonly onError: (thrown: unknown) => void;
}

/** Opens a process's part in running tasks on Temporal, as the options say. */
export async function openTemporalAs(
  values: OptionValues,
  env: Readonly<Record<string, string | undefined>>,
  { agents, database, works, onError }: TemporalRequest,
): Promise<OpenedTemporal> {
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
    onError,
    ...(address !== undefined && { address }),
    ...(namespace !== undefined && { namespace }),
    ...(taskQueue !== undefined && { taskQueue }),
    ...(buildId !== undefined && { deployment: { name: taskQueue ?? 'timestep', buildId } }),
    ...(apiKey !== undefined && apiKey !== '' && { apiKey }),
  });
}

async function temporalPackage(): Promise<TemporalPackage> {
  // Asked for by a name that is not known before: who does not use Temporal does not install it.
  const name: string = PACKAGE;
  try {
    return (await import(name)) as TemporalPackage;
  } catch (thrown) {
    if (!(thrown instanceof Error && 'code' in thrown && thrown.code === 'ERR_MODULE_NOT_FOUND')) {
      throw thrown;
    }
    throw new CommandError('not-installed', `Temporal needs a package: npm install ${PACKAGE}`);
  }
}
