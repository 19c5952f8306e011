/**
 * Installs third-party clients for the tests that use them, unless the wanted versions are
 * installed. With `--lock`, pins the versions of all Python packages again.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  ACPX_VERSION,
  CLIENT_SETS,
  CLIENTS,
  CODEX_VERSION,
  GO_PROGRAM,
  goClient,
  lockOf,
  pythonOf,
  type ClientSet,
  type PythonSet,
} from '../../test/interop/clients/client-sets.ts';

const UV_VERSION = '0.13.9';
const UV_FOLDER = join(CLIENTS, 'uv');
const UV = join(UV_FOLDER, 'bin/uv');

interface Command {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string;
}

function command(program: string, ...args: readonly string[]): Command {
  return { command: program, args };
}

/** A faster package installer: it takes seconds where pip takes a minute. */
const UV_COMMANDS: readonly Command[] = [
  command('python3', '-m', 'venv', UV_FOLDER),
  command(join(UV_FOLDER, 'bin/pip'), 'install', '--quiet', `uv==${UV_VERSION}`),
];

function getInstallCommands({ name }: ClientSet): readonly Command[] {
  if (name === 'a2a-go') {
    const args = ['build', '-mod=readonly', '-o', goClient(), '.'];
    return [{ command: 'go', args, cwd: GO_PROGRAM }];
  }
  if (name === 'codex') return [getNpmCommand(name, `@openai/codex@${CODEX_VERSION}`)];
  if (name === 'acpx') return [getNpmCommand(name, `acpx@${ACPX_VERSION}`)];
  const folder = join(CLIENTS, name);
  const sync = ['pip', 'sync', '--quiet', '--python', pythonOf(name), lockOf(name)];
  return [
    ...UV_COMMANDS,
    command(UV, 'venv', '--quiet', '--clear', '--python', 'python3', folder),
    command(UV, ...sync),
  ];
}

function getNpmCommand(name: string, wanted: string): Command {
  const folder = ['--prefix', join(CLIENTS, name)];
  const options = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
  return command('npm', 'install', ...folder, ...options, wanted);
}

const NEEDS: Readonly<Record<ClientSet['name'], string>> = {
  'a2a-0-3-mcp-2': 'python3 of 3.11 or newer, with venv and pip',
  'a2a-1-mcp-1': 'python3 of 3.11 or newer, with venv and pip',
  'a2a-go': 'go of 1.24 or newer',
  codex: 'npm',
  acpx: 'npm',
};

function runsSuccessfully({ command: program, args, cwd }: Command): boolean {
  return (
    spawnSync(program, args, { stdio: 'inherit', ...(cwd !== undefined && { cwd }) }).status === 0
  );
}

function install(set: ClientSet): void {
  const begun = Date.now();
  console.log(`clients: ${set.name}: installing`);
  mkdirSync(join(CLIENTS, set.name), { recursive: true });
  if (getInstallCommands(set).every(runsSuccessfully) && set.missing(CLIENTS).length === 0) {
    console.log(`clients: ${set.name}: installed in ${Math.ceil((Date.now() - begun) / 1000)} s`);
    return;
  }
  console.error(`clients: ${set.name}: not installed; it needs ${NEEDS[set.name]}`);
  process.exitCode = 1;
}

function lock(set: PythonSet): readonly Command[] {
  const from = lockOf(set).replace(/\.txt$/, '.in');
  const options = ['--quiet', '--upgrade', '--universal', '--python-version', '3.11'];
  const header = ['--custom-compile-command', 'npm run install:clients -- --lock'];
  const unused = ['--override', join(dirname(from), 'unused.in')];
  const style = ['--no-annotate', '--no-emit-find-links', ...header];
  return [command(UV, 'pip', 'compile', ...options, ...unused, ...style, from, '-o', lockOf(set))];
}

if (process.argv.includes('--lock')) {
  const commands = [...UV_COMMANDS, ...lock('a2a-0-3-mcp-2'), ...lock('a2a-1-mcp-1')];
  if (!commands.every(runsSuccessfully)) process.exitCode = 1;
} else {
  for (const set of CLIENT_SETS) {
    if (set.missing(CLIENTS).length > 0) install(set);
    else console.log(`clients: ${set.name}: is here`);
  }
}
