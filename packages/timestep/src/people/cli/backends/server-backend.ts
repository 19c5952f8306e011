import type {
  Backend,
  BackendKind,
  DatabaseLocation,
  OpenBackend,
  Retention,
} from '../../../engine/port/index.ts';
import { chooseServerBackend, canHaveWorkers } from './choose-backend.ts';
import { isOptionSet, getOptionText, type OptionValues, type CommandContext } from '../command.ts';
import { createUsageError } from '../command-error.ts';
import { openLoggedBackend } from '../log/command-log.ts';
import { openTracedBackend } from './traced-backend.ts';

/** Name of the runner that stores tasks in memory, without a database. */
const IN_MEMORY = 'memory';

/**
 * Command-line options that select a database: for its tasks, and additionally for its processes.
 */
interface DatabaseOptions {
  readonly database: readonly string[];
  readonly processes: readonly string[];
}

/** The backend of a server process, and the name of its runner. */
export interface ServerBackend {
  readonly runner: string;
  /** Path or URL of the database; undefined if tasks are stored in memory. */
  readonly database?: string;
  /**
   * Options with which other commands select the same database; undefined if tasks are stored in
   * memory.
   */
  readonly databaseOptions?: DatabaseOptions;
  readonly backend: OpenBackend;
}

/** Chooses the backend for a server from its command-line options. */
export function createServerBackend(
  values: OptionValues,
  context: CommandContext,
  retention: { readonly retention?: Retention } = {},
): ServerBackend {
  const isInMemory = getOptionText(values, 'runner') === IN_MEMORY;
  if (isInMemory && values['database'] !== undefined) {
    throw createUsageError('--runner memory has no database: omit --database');
  }
  if (isInMemory && context.backends.given)
    throw createUsageError('use either --runner or --backend');
  // The runner is removed from the options, because the memory runner is no backend and the
  // standard backend needs no option.
  const { backend, location } = chooseServerBackend(
    isInMemory ? { ...values, runner: undefined } : values,
    context,
  );
  const works = !isOptionSet(values, 'no-worker');
  if (!works && (isInMemory || !backend.hasWorkers)) {
    const names = context.backends.offered.filter(canHaveWorkers).map((one) => one.backend.name);
    throw createUsageError(`--no-worker requires --runner ${names.join(' or ')}`);
  }
  return isInMemory
    ? {
        runner: IN_MEMORY,
        async backend(needs) {
          const { openMemory } = await import('../../../engine/runner/index.ts');
          const open = (): Backend => openMemory({ ...needs, ...retention });
          return openLoggedBackend(() => openTracedBackend(open, needs, context), context);
        },
      }
    : {
        runner: backend.name,
        database: location.database,
        databaseOptions: collectDatabaseOptions(backend, location, values),
        backend(needs) {
          const open = (): Backend | Promise<Backend> =>
            backend.open({ ...needs, ...retention, works }, location);
          return openLoggedBackend(() => openTracedBackend(open, needs, context), context);
        },
      };
}

/**
 * Returns the options that select the database. They are copied unresolved, because a `${env:NAME}`
 * reference may stand for a password.
 */
function collectDatabaseOptions(
  { options }: BackendKind,
  location: DatabaseLocation,
  values: OptionValues,
): DatabaseOptions {
  const module = getOptionText(values, 'backend');
  const forProcesses = Object.entries(location.options).flatMap(([name, text]) =>
    options[name]?.isForProcesses === true ? [] : [`--${name}`, text],
  );
  return {
    database: [
      '--database',
      getOptionText(values, 'database') ?? location.database,
      ...(module === undefined ? [] : ['--backend', module]),
    ],
    processes: forProcesses,
  };
}
