import type { BackendOption } from '../port/index.ts';
import type { Backends, OfferedBackend } from './backends.ts';
import { mayHaveWorkers } from './choose-backend.ts';
import type { BackendUse, Command, Option } from './command.ts';

/** A command with the options of the backends, and a list of the backends to choose from. */
export function withBackendOptions(command: Command, backends: Backends): Command {
  const { backend: use, options, sections = [] } = command;
  if (use === undefined) return command;
  const own: Record<string, Option> = {
    ...options,
    ...RUNNER_OPTIONS[use]?.(backends),
    database: { type: 'string', value: 'PATH', about: DATABASES[use](backends) },
    backend: BACKEND_OPTION,
  };
  const offered = use === 'work' ? backends.offered.filter(mayHaveWorkers) : backends.offered;
  const rows = offered.map(rowOf);
  return {
    ...command,
    // The options of the command come first, and keep their meaning.
    options: { ...own, ...optionsOfBackends(use, offered), ...own },
    sections: [...sections, { title: 'Backends (an existing database decides which):', rows }],
  };
}

/**
 * The addition to a message about an unknown option, which may belong to a backend that is missing.
 */
export function missingText({ backend: use }: Command, { offered, given }: Backends): string {
  if (use === undefined || (use === 'tasks' && !given)) return '';
  const failures = offered.flatMap((one) => (one.kind === 'missing' ? [one.failure.message] : []));
  return failures.length === 0 ? '' : ` (${failures.join('; ')})`;
}

const BACKEND_OPTION: Option = {
  type: 'string',
  value: 'MODULE',
  about: 'keeps tasks in a backend of your own: a path such as ./backend.js, or a package',
};

const RUNNER_OPTIONS: Readonly<
  Partial<Record<BackendUse, (backends: Backends) => Readonly<Record<string, Option>>>>
> = {
  serve: ({ offered, standard }) => ({
    runner: runnerOption([...namesOf(offered), 'memory'], standard.name),
    'no-worker': {
      type: 'boolean',
      about: `leave the work to workers (${namesOf(offered.filter(mayHaveWorkers)).join(', ')})`,
    },
  }),
  work: ({ offered }) => {
    const names = namesOf(offered.filter(mayHaveWorkers));
    return { runner: runnerOption(names, names[0] ?? 'none') };
  },
};

function runnerOption(names: readonly string[], standard: string): Option {
  return { type: 'string', value: 'NAME', about: `${names.join(', ')} (default ${standard})` };
}

const DATABASES: Readonly<Record<BackendUse, (backends: Backends) => string>> = {
  tasks: databaseText,
  running: databaseText,
  serve: (backends) => `where tasks are kept (default as below)${addressText(backends)}`,
  work: (backends) => `where the servers keep tasks (default as below)${addressText(backends)}`,
};

function databaseText(backends: Backends): string {
  return `the database (default ${backends.standard.defaultDatabase})${addressText(backends)}`;
}

function addressText({ offered }: Backends): string {
  const beginnings = offered.flatMap(({ backend }) => backend.addresses.slice(0, 1));
  if (beginnings.length === 0) return '';
  return `; also ${beginnings.map((beginning) => `${beginning}…`).join(', ')}, write \${env:NAME}`;
}

function optionsOfBackends(
  use: BackendUse,
  offered: readonly OfferedBackend[],
): Record<string, Option> {
  const all: Record<string, Option> = {};
  if (use === 'tasks') return all;
  for (const one of offered) {
    if (one.kind === 'missing') continue;
    for (const [name, option] of Object.entries(one.backend.options)) {
      if (isFor(use, option)) {
        all[name] = { type: 'string', value: option.value, about: option.about };
      }
    }
  }
  return all;
}

function isFor(use: BackendUse, { isForProcesses }: BackendOption): boolean {
  return use !== 'running' || isForProcesses !== true;
}

function rowOf(offered: OfferedBackend): readonly [name: string, about: string] {
  const { backend } = offered;
  if (offered.kind === 'missing') return [backend.name, offered.failure.message];
  return [backend.name, `${offered.backend.about} (default ${offered.backend.defaultDatabase})`];
}

function namesOf(offered: readonly OfferedBackend[]): string[] {
  return offered.map(({ backend }) => backend.name);
}
