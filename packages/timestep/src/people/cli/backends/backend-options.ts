import type { Backends, OfferedBackend } from './backends.ts';
import { canHaveWorkers } from './choose-backend.ts';
import type { BackendUse, Command, Option } from '../command.ts';

/** Adds the backend options to a command, and a list of the available backends to its help. */
export function addBackendOptions(command: Command, backends: Backends): Command {
  const { backend: use, options, sections = [] } = command;
  if (use === undefined) return command;
  const own: Record<string, Option> = {
    ...options,
    ...createRunnerOptions(use, backends),
    database: { value: 'PATH', about: describeDatabaseOption(use, backends) },
    backend: BACKEND_OPTION,
  };
  const offered = use === 'work' ? backends.offered.filter(canHaveWorkers) : backends.offered;
  const rows = offered.map(formatBackendRow);
  return {
    ...command,
    // A command's own options come first in the help text, and replace backend options of equal names.
    options: { ...own, ...collectBackendOptions(use, offered), ...own },
    sections: [
      ...sections,
      { title: 'Backends (an existing database determines its backend):', rows },
    ],
  };
}

/** Returns a hint for an unknown option: it may belong to a backend that is not installed. */
export function describeMissingBackends(
  use: BackendUse | undefined,
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

function createRunnerOptions(
  use: BackendUse,
  { offered, standard }: Backends,
): Readonly<Record<string, Option>> {
  const workers = listBackendNames(offered.filter(canHaveWorkers));
  if (use === 'work') return { runner: createRunnerOption(workers, workers[0] ?? 'none') };
  if (use !== 'serve') return {};
  return {
    runner: createRunnerOption([...listBackendNames(offered), 'memory'], standard.name),
    'no-worker': {
      about: `accepts tasks but leaves running them to workers (${workers.join(', ')})`,
    },
  };
}

function createRunnerOption(names: readonly string[], standard: string): Option {
  return { value: 'NAME', about: `${names.join(', ')} (default ${standard})` };
}

function describeDatabaseOption(use: BackendUse, { offered, standard }: Backends): string {
  const urls = offered.flatMap(({ backend }) => backend.addresses.slice(0, 1));
  const also =
    urls.length === 0
      ? ''
      : `; also ${urls.map((url) => `${url}…`).join(', ')}, passed as \${env:NAME}`;
  if (use === 'serve') return `database for tasks (default: see below)${also}`;
  if (use === 'work') return `database of the servers (default: see below)${also}`;
  return `database (default ${standard.defaultDatabase})${also}`;
}

function collectBackendOptions(
  use: BackendUse,
  offered: readonly OfferedBackend[],
): Record<string, Option> {
  if (use === 'tasks') return {};
  const all = offered.flatMap((one) =>
    one.kind === 'missing' ? [] : Object.entries(one.backend.options),
  );
  const used = all.filter(([, option]) => use !== 'running' || option.isForProcesses !== true);
  return Object.fromEntries(used.map(([name, { value, about }]) => [name, { value, about }]));
}

function formatBackendRow(offered: OfferedBackend): readonly [name: string, about: string] {
  const { backend } = offered;
  if (offered.kind === 'missing') return [backend.name, offered.failure.message];
  return [backend.name, `${offered.backend.about} (default ${offered.backend.defaultDatabase})`];
}

function listBackendNames(offered: readonly OfferedBackend[]): string[] {
  return offered.map(({ backend }) => backend.name);
}
