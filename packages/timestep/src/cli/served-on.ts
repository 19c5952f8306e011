import type { Backend, BackendKind, BackendSite, OpenBackend, Retention } from '../port/index.ts';
import { backendToServe, mayHaveWorkers } from './choose-backend.ts';
import { isSet, textOf, type OptionValues, type Surroundings } from './command.ts';
import { usage } from './command-error.ts';
import { loggedBackend } from './logged.ts';
import { tracedBackend } from './traced-backend.ts';

/** The runner that keeps tasks in memory, without a backend of files or databases. */
const IN_MEMORY = 'memory';

/** Options of a command line that lead to a database: for its tasks, and for its processes as well. */
interface FoundBy {
  readonly database: readonly string[];
  readonly processes: readonly string[];
}

/** The backend of the tasks of a process, and the name of its runner. */
export interface ServedOn {
  readonly runner: string;
  /** The database; absent where tasks are kept in memory. */
  readonly database?: string;
  /** The options by which other commands find it; absent where tasks are kept in memory. */
  readonly found?: FoundBy;
  readonly backend: OpenBackend;
}

/** The backend that the options of a command line ask for. */
export function servedOn(
  values: OptionValues,
  around: Surroundings,
  retention: { readonly retention?: Retention } = {},
): ServedOn {
  const isInMemory = textOf(values, 'runner') === IN_MEMORY;
  if (isInMemory && values['database'] !== undefined) {
    throw usage('--runner memory keeps no --database');
  }
  if (isInMemory && around.backends.given) throw usage('give --runner or --backend, not both');
  // A runner in memory takes no options of backends, and neither does the standard backend.
  const { backend, site } = backendToServe(
    isInMemory ? { ...values, runner: undefined } : values,
    around,
  );
  const works = !isSet(values, 'no-worker');
  if (!works && (isInMemory || !backend.hasWorkers)) {
    const names = around.backends.offered.filter(mayHaveWorkers).map((one) => one.backend.name);
    throw usage(`--no-worker goes with --runner ${names.join(' or ')}`);
  }
  return isInMemory
    ? {
        runner: IN_MEMORY,
        async backend(needs) {
          const { openMemory } = await import('../runner/index.ts');
          const open = (): Backend => openMemory({ ...needs, ...retention });
          return loggedBackend(() => tracedBackend(open, needs, around), around);
        },
      }
    : {
        runner: backend.name,
        database: site.database,
        found: foundBy(backend, site, values),
        backend(needs) {
          const open = (): Backend | Promise<Backend> =>
            backend.open({ ...needs, ...retention, works }, site);
          return loggedBackend(() => tracedBackend(open, needs, around), around);
        },
      };
}

/** Texts of options stay as they were written, because a database may have a password of the environment. */
function foundBy({ options }: BackendKind, site: BackendSite, values: OptionValues): FoundBy {
  const module = textOf(values, 'backend');
  const forProcesses = Object.entries(site.options).flatMap(([name, text]) =>
    options[name]?.isForProcesses === true ? [] : [`--${name}`, text],
  );
  return {
    database: [
      '--database',
      textOf(values, 'database') ?? site.database,
      ...(module === undefined ? [] : ['--backend', module]),
    ],
    processes: forProcesses,
  };
}
