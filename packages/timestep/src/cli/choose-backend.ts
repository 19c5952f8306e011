import type { BackendKind, BackendSite } from '../port/index.ts';
import type { Backends, OfferedBackend } from './backends.ts';
import { usage } from './command-error.ts';
import { textOf, type OptionValues, type Surroundings } from './command.ts';
import { withEnvironment } from './with-environment.ts';

/** A backend, and the place of its tasks, as a command line gives them. */
export interface ChosenBackend {
  readonly backend: BackendKind;
  readonly site: BackendSite;
}

type Around = Pick<Surroundings, 'env' | 'backends'>;

/** The options of a command line that concern backends. */
interface Asked extends Around {
  readonly values: OptionValues;
  readonly database: string | undefined;
}

/** The backend whose tasks a command reads or changes. */
export function backendOfTasks(values: OptionValues, around: Around): ChosenBackend {
  const asked = askedIn(values, around);
  const { given, standard } = around.backends;
  if (given) return chosen(given, asked, goesWithDatabase);
  const database = asked.database ?? standard.defaultDatabase;
  const found = ownerOf(database, around.backends) ?? standardOf(around.backends);
  return chosen(found, { ...asked, database }, goesWithDatabase);
}

/** The backend that a process serves on. */
export function backendToServe(values: OptionValues, around: Around): ChosenBackend {
  const asked = askedIn(values, around);
  const found = named(asked) ?? standardOf(around.backends);
  return chosen(found, asked, goesWithRunner);
}

/** The backend that a worker takes its tasks from. */
export function backendToWorkFor(values: OptionValues, around: Around): ChosenBackend {
  const asked = askedIn(values, around);
  const found =
    named(asked) ?? around.backends.offered.find(mayHaveWorkers) ?? standardOf(around.backends);
  if (mayHaveWorkers(found)) return chosen(found, asked, goesWithRunner);
  const { title } = found.backend;
  throw usage(`tasks on ${title} have no workers: the processes that serve work on them`);
}

function goesWithDatabase({ title }: BackendKind): string {
  return `goes with a --database of tasks on ${title}`;
}

function goesWithRunner({ name }: BackendKind): string {
  return `goes with --runner ${name}`;
}

function askedIn(values: OptionValues, { env, backends }: Around): Asked {
  const written = textOf(values, 'database');
  const database = written === undefined ? undefined : withEnvironment(written, env);
  return { values, env, backends, database };
}

function standardOf({ standard }: Backends): OfferedBackend {
  return { kind: 'here', backend: standard };
}

/** Whether a backend may have workers beside the servers. */
export function mayHaveWorkers(offered: OfferedBackend): boolean {
  return offered.kind === 'missing' || offered.backend.hasWorkers;
}

/** The backend that the command line names, or the one that its database belongs to. */
function named({ values, database, backends }: Asked): OfferedBackend | undefined {
  const name = textOf(values, 'runner');
  const { given, offered } = backends;
  if (name !== undefined && given) throw usage('give --runner or --backend, not both');
  if (given) return given;
  const owner = database === undefined ? undefined : ownerOf(database, backends);
  if (name === undefined) return owner;
  const found = offered.find(({ backend }) => backend.name === name);
  if (!found) throw usage(`"${name}" is not a runner`);
  if (owner && owner.backend !== found.backend) {
    const { title, name: its } = owner.backend;
    throw usage(`--database belongs to tasks on ${title}, which go with --runner ${its}`);
  }
  return found;
}

/** The backend whose own a database is; none where a file says nothing, or is not there. */
function ownerOf(
  database: string,
  { offered, applicationIdOf }: Backends,
): OfferedBackend | undefined {
  const byAddress = offered.find(({ backend }) =>
    backend.addresses.some((beginning) => database.startsWith(beginning)),
  );
  if (byAddress) return byAddress;
  const id = applicationIdOf(database);
  return id === undefined ? undefined : offered.find(({ backend }) => backend.applicationId === id);
}

/** Throws the failure of a missing backend, and refuses options of other backends. */
function chosen(
  found: OfferedBackend,
  { database, values, env, backends }: Asked,
  goesWith: (owner: BackendKind) => string,
): ChosenBackend {
  if (found.kind === 'missing') throw found.failure;
  const { backend } = found;
  for (const other of backends.offered) {
    if (other.kind === 'missing') continue;
    const surplus = Object.keys(other.backend.options).find(
      (name) => values[name] !== undefined && backend.options[name] === undefined,
    );
    if (surplus !== undefined) throw usage(`--${surplus} ${goesWith(other.backend)}`);
  }
  const given = Object.keys(backend.options).flatMap((name) => {
    const value = textOf(values, name);
    return value === undefined ? [] : [[name, value] as const];
  });
  const site = {
    database: database ?? backend.defaultDatabase,
    options: Object.fromEntries(given),
    env,
  };
  return { backend, site };
}
