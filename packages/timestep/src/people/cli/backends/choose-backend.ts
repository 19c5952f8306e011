import type { BackendKind, DatabaseLocation } from '#engine/port';
import type { Backends, OfferedBackend } from './backends.ts';
import { createUsageError } from '../command-error.ts';
import type { OptionValues, CommandContext } from '../command.ts';
import { substituteVariables } from '../options/substitute-variables.ts';

export interface ChosenBackend {
  readonly backend: BackendKind;
  readonly location: DatabaseLocation;
}

type BackendContext = Pick<CommandContext, 'env' | 'backends'>;

export function chooseTaskBackend(values: OptionValues, context: BackendContext): ChosenBackend {
  const { given, standard } = context.backends;
  const standardDatabase = given ? undefined : standard.defaultDatabase;
  const database = parseDatabaseOption(values, context) ?? standardDatabase;
  const found = given ?? findDatabaseOwner(database, context.backends);
  const describeOwner = ({ title }: BackendKind): string => `requires a --database of ${title}`;
  return createChosenBackend(found, database, values, context, describeOwner);
}

export function chooseServerBackend(values: OptionValues, context: BackendContext): ChosenBackend {
  const database = parseDatabaseOption(values, context);
  const found = findRequestedBackend(values, database, context.backends);
  return createChosenBackend(found, database, values, context);
}

export function chooseWorkerBackend(values: OptionValues, context: BackendContext): ChosenBackend {
  const { backends } = context;
  const database = parseDatabaseOption(values, context);
  const found =
    findRequestedBackend(values, database, backends) ?? backends.offered.find(canHaveWorkers);
  if (found && canHaveWorkers(found)) return createChosenBackend(found, database, values, context);
  const { title } = found?.backend ?? backends.standard;
  throw createUsageError(`${title} does not support workers: its servers run the tasks`);
}

function parseDatabaseOption(values: OptionValues, { env }: BackendContext): string | undefined {
  return values.parse('database', (written) => substituteVariables(written, env));
}

/** Whether a backend supports separate workers; true for backends that are not installed. */
export function canHaveWorkers(offered: OfferedBackend): boolean {
  return offered.kind === 'missing' || offered.backend.hasWorkers;
}

/**
 * Finds the backend named by `--runner` or `--backend`, otherwise the owner of the database file.
 */
function findRequestedBackend(
  values: OptionValues,
  database: string | undefined,
  backends: Backends,
): OfferedBackend | undefined {
  const name = values.text('runner');
  const { given, offered } = backends;
  if (name !== undefined && given) throw createUsageError('use either --runner or --backend');
  if (given) return given;
  const owner = findDatabaseOwner(database, backends);
  if (name === undefined) return owner;
  const found = offered.find(({ backend }) => backend.name === name);
  if (!found) throw createUsageError(`unknown runner "${name}"`);
  if (owner && owner.backend !== found.backend) {
    const { title, name: its } = owner.backend;
    throw createUsageError(`--database belongs to ${title}: use --runner ${its}`);
  }
  return found;
}

/** Finds the backend that owns a database, if the database exists. */
function findDatabaseOwner(
  database: string | undefined,
  { offered, readApplicationId }: Backends,
): OfferedBackend | undefined {
  if (database === undefined) return undefined;
  const byAddress = offered.find(({ backend }) =>
    backend.addresses.some((beginning) => database.startsWith(beginning)),
  );
  if (byAddress) return byAddress;
  const id = readApplicationId(database);
  return id === undefined ? undefined : offered.find(({ backend }) => backend.applicationId === id);
}

/**
 * Creates the chosen backend, by default the standard one. Throws if it is missing, or if an option
 * belongs to another backend.
 */
function createChosenBackend(
  found: OfferedBackend | undefined,
  database: string | undefined,
  values: OptionValues,
  { env, backends }: BackendContext,
  describeOwner = ({ name }: BackendKind): string => `requires --runner ${name}`,
): ChosenBackend {
  if (found?.kind === 'missing') throw found.failure;
  const backend = found?.backend ?? backends.standard;
  for (const other of backends.offered) {
    if (other.kind === 'missing') continue;
    const surplus = Object.keys(other.backend.options).find(
      (name) => values.has(name) && backend.options[name] === undefined,
    );
    if (surplus !== undefined)
      throw createUsageError(`--${surplus} ${describeOwner(other.backend)}`);
  }
  const given = Object.keys(backend.options).map((name) => [name, values.text(name)] as const);
  const location = {
    database: database ?? backend.defaultDatabase,
    options: Object.fromEntries(
      given.filter((pair): pair is [string, string] => pair[1] !== undefined),
    ),
    env,
  };
  return { backend, location };
}
