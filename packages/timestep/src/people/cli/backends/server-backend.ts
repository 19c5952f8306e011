import type { BackendKind, BackendNeeds, DatabaseLocation, OpenBackend } from '#engine/port';
import { chooseServerBackend, canHaveWorkers } from './choose-backend.ts';
import type { OptionValues, CommandContext } from '../command.ts';
import { createUsageError } from '../command-error.ts';
import { openObservedBackend } from './observed-backend.ts';

const IN_MEMORY = 'memory';

/**
 * Command-line options that select the databases of tasks and of background processes. `${env:NAME}` in
 * them is not yet replaced.
 */
export interface DatabaseOptions {
  readonly database: readonly string[];
  readonly processes: readonly string[];
}

export interface ServerBackend {
  readonly runner: string;
  /** Path or URL of the database; undefined if tasks are stored in memory. */
  readonly database?: string;
  /** Options that select the database; undefined if tasks are stored in memory. */
  readonly databaseOptions?: DatabaseOptions;
  readonly backend: OpenBackend;
}

export function createServerBackend(
  values: OptionValues,
  context: CommandContext,
  more: Pick<BackendNeeds, 'retention' | 'crashLimit'> = {},
): ServerBackend {
  const isInMemory = values.text('runner') === IN_MEMORY;
  if (isInMemory && values.has('database')) {
    throw createUsageError('--runner memory has no database: omit --database');
  }
  if (isInMemory && context.backends.given)
    throw createUsageError('use either --runner or --backend');
  // The option `--runner memory` is removed, as the memory runner is no backend.
  const { backend, location } = chooseServerBackend(
    isInMemory
      ? { ...values, text: (name) => (name === 'runner' ? undefined : values.text(name)) }
      : values,
    context,
  );
  const works = !values.isSet('no-worker');
  if (!works && (isInMemory || !backend.hasWorkers)) {
    const names = context.backends.offered.filter(canHaveWorkers).map((one) => one.backend.name);
    throw createUsageError(`--no-worker requires --runner ${names.join(' or ')}`);
  }
  if (isInMemory) {
    return {
      runner: IN_MEMORY,
      async backend(needs) {
        const { openMemory } = await import('#engine/runner');
        return openObservedBackend(() => openMemory({ ...needs, ...more }), needs, context);
      },
    };
  }
  return {
    runner: backend.name,
    database: location.database,
    databaseOptions: collectDatabaseOptions(backend, location, values),
    backend: (needs) =>
      openObservedBackend(
        () => backend.open({ ...needs, ...more, works }, location),
        needs,
        context,
      ),
  };
}

/** Collects the database options unresolved, as a `${env:NAME}` reference may hold a password. */
function collectDatabaseOptions(
  { options }: BackendKind,
  location: DatabaseLocation,
  values: OptionValues,
): DatabaseOptions {
  const module = values.text('backend');
  return {
    database: [
      '--database',
      values.text('database') ?? location.database,
      ...(module === undefined ? [] : ['--backend', module]),
    ],
    processes: Object.entries(location.options).flatMap(([name, text]) =>
      options[name]?.isForProcesses === true ? [] : [`--${name}`, text],
    ),
  };
}
