import type { BackendOption } from '../../../engine/port/index.ts';
import type { Backends, OfferedBackend } from './backends.ts';
import { canHaveWorkers } from './choose-backend.ts';
import type { BackendUse, Command, Option } from '../command.ts';

/** Adds the backend options to a command, and a list of the available backends to its help. */
export function addBackendOptions(command: Command, backends: Backends): Command {
  const { backend: use, options, sections = [] } = command;
  if (use === undefined) return command;
  const own: Record<string, Option> = {
    ...options,
    ...RUNNER_OPTIONS[use]?.(backends),
    database: { value: 'PATH', about: DATABASES[use](backends) },
    backend: BACKEND_OPTION,
  };
  const offered = use === 'work' ? backends.offered.filter(canHaveWorkers) : backends.offered;
  const rows = offered.map(formatBackendRow);
  return {
    ...command,
    // The command's own options come first and override backend options of the same name.
    options: { ...own, ...collectBackendOptions(use, offered), ...own },
    sections: [
      ...sections,
      { title: 'Backends (an existing database determines its backend):', rows },
    ],
  };
}

/** Returns a hint for an unknown option, which may belong to a backend that is not installed. */
export function describeMissingBackends(
  { backend: use }: Command,
  { offered, given }: Backends,
): string {
  if (use === undefined || (use === 'tasks' && !given)) return '';
  const failures = offered.flatMap((one) => (one.kind === 'missing' ? [one.failure.message] : []));
  return failures.length === 0 ? '' : ` (${failures.join('; ')})`;
}

const BACKEND_OPTION: Option = {
  value: 'MODULE',
  about: 'custom backend for storing tasks: a path such as ./backend.js, or a package',
};

const RUNNER_OPTIONS: Readonly<
  Partial<Record<BackendUse, (backends: Backends) => Readonly<Record<string, Option>>>>
> = {
  serve: ({ offered, standard }) => ({
    runner: createRunnerOption([...listBackendNames(offered), 'memory'], standard.name),
    'no-worker': {
      about: `accepts tasks but leaves running them to workers (${listBackendNames(offered.filter(canHaveWorkers)).join(', ')})`,
    },
  }),
  work: ({ offered }) => {
    const names = listBackendNames(offered.filter(canHaveWorkers));
    return { runner: createRunnerOption(names, names[0] ?? 'none') };
  },
};

function createRunnerOption(names: readonly string[], standard: string): Option {
  return { value: 'NAME', about: `${names.join(', ')} (default ${standard})` };
}

const DATABASES: Readonly<Record<BackendUse, (backends: Backends) => string>> = {
  tasks: describeDatabaseOption,
  running: describeDatabaseOption,
  serve: (backends) => `database for tasks (default: see below)${describeDatabaseUrls(backends)}`,
  work: (backends) =>
    `database of the servers (default: see below)${describeDatabaseUrls(backends)}`,
};

function describeDatabaseOption(backends: Backends): string {
  return `database (default ${backends.standard.defaultDatabase})${describeDatabaseUrls(backends)}`;
}

function describeDatabaseUrls({ offered }: Backends): string {
  const beginnings = offered.flatMap(({ backend }) => backend.addresses.slice(0, 1));
  if (beginnings.length === 0) return '';
  return `; also ${beginnings.map((beginning) => `${beginning}…`).join(', ')}, passed as \${env:NAME}`;
}

function collectBackendOptions(
  use: BackendUse,
  offered: readonly OfferedBackend[],
): Record<string, Option> {
  const all: Record<string, Option> = {};
  if (use === 'tasks') return all;
  for (const one of offered) {
    if (one.kind === 'missing') continue;
    for (const [name, option] of Object.entries(one.backend.options)) {
      if (isOptionUsed(use, option)) {
        all[name] = { value: option.value, about: option.about };
      }
    }
  }
  return all;
}

function isOptionUsed(use: BackendUse, { isForProcesses }: BackendOption): boolean {
  return use !== 'running' || isForProcesses !== true;
}

function formatBackendRow(offered: OfferedBackend): readonly [name: string, about: string] {
  const { backend } = offered;
  if (offered.kind === 'missing') return [backend.name, offered.failure.message];
  return [backend.name, `${offered.backend.about} (default ${offered.backend.defaultDatabase})`];
}

function listBackendNames(offered: readonly OfferedBackend[]): string[] {
  return offered.map(({ backend }) => backend.name);
}
