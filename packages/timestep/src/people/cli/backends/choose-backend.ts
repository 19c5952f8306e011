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

interface BackendRequest extends BackendContext {
  readonly values: OptionValues;
  readonly database: string | undefined;
}

export function chooseTaskBackend(values: OptionValues, context: BackendContext): ChosenBackend {
  const asked = readBackendRequest(values, context);
  const { given, standard } = context.backends;
  if (given) return createChosenBackend(given, asked, describeRequiredDatabase);
  const database = asked.database ?? standard.defaultDatabase;
  const found =
    findDatabaseOwner(database, context.backends) ?? getStandardBackend(context.backends);
  return createChosenBackend(found, { ...asked, database }, describeRequiredDatabase);
}

export function chooseServerBackend(values: OptionValues, context: BackendContext): ChosenBackend {
  const asked = readBackendRequest(values, context);
  const found = findRequestedBackend(asked) ?? getStandardBackend(context.backends);
  return createChosenBackend(found, asked, describeRequiredRunner);
}

export function chooseWorkerBackend(values: OptionValues, context: BackendContext): ChosenBackend {
  const asked = readBackendRequest(values, context);
  const found =
    findRequestedBackend(asked) ??
    context.backends.offered.find(canHaveWorkers) ??
    getStandardBackend(context.backends);
  if (canHaveWorkers(found)) return createChosenBackend(found, asked, describeRequiredRunner);
  const { title } = found.backend;
  throw createUsageError(`${title} does not support workers: its servers run the tasks`);
}

const describeRequiredDatabase = ({ title }: BackendKind): string =>
  `requires a --database of ${title}`;
const describeRequiredRunner = ({ name }: BackendKind): string => `requires --runner ${name}`;

function readBackendRequest(
  values: OptionValues,
  { env, backends }: BackendContext,
): BackendRequest {
  const written = values.text('database');
  const database = written === undefined ? undefined : substituteVariables(written, env);
  return { values, env, backends, database };
}

function getStandardBackend({ standard }: Backends): OfferedBackend {
  return { kind: 'installed', backend: standard };
}

/** Whether a backend supports separate workers. Assumed for backends that are not installed. */
export function canHaveWorkers(offered: OfferedBackend): boolean {
  return offered.kind === 'missing' || offered.backend.hasWorkers;
}

/** Finds the backend given with `--runner` or `--backend`, or the owner of the database. */
function findRequestedBackend({
  values,
  database,
  backends,
}: BackendRequest): OfferedBackend | undefined {
  const name = values.text('runner');
  const { given, offered } = backends;
  if (name !== undefined && given) throw createUsageError('use either --runner or --backend');
  if (given) return given;
  const owner = database === undefined ? undefined : findDatabaseOwner(database, backends);
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
  database: string,
  { offered, readApplicationId }: Backends,
): OfferedBackend | undefined {
  const byAddress = offered.find(({ backend }) =>
    backend.addresses.some((beginning) => database.startsWith(beginning)),
  );
  if (byAddress) return byAddress;
  const id = readApplicationId(database);
  return id === undefined ? undefined : offered.find(({ backend }) => backend.applicationId === id);
}

/** Throws if the backend is not installed or if an option belongs to another backend. */
function createChosenBackend(
  found: OfferedBackend,
  { database, values, env, backends }: BackendRequest,
  describeRequirement: (owner: BackendKind) => string,
): ChosenBackend {
  if (found.kind === 'missing') throw found.failure;
  const { backend } = found;
  for (const other of backends.offered) {
    if (other.kind === 'missing') continue;
    const surplus = Object.keys(other.backend.options).find(
      (name) => values.has(name) && backend.options[name] === undefined,
    );
    if (surplus !== undefined)
      throw createUsageError(`--${surplus} ${describeRequirement(other.backend)}`);
  }
  const given = Object.keys(backend.options).flatMap((name) => {
    const value = values.text(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  const location = {
    database: database ?? backend.defaultDatabase,
    options: Object.fromEntries(given),
    env,
  };
  return { backend, location };
}
