import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import type { ProcessCommand } from './process-command.ts';
import { ProcessError } from './process-error.ts';

/** Throws `ProcessError` if the folder or the program of a command is missing. */
export function assertStartable({ command, cwd, env = process.env }: ProcessCommand): void {
  if (cwd !== undefined && !statSync(cwd, { throwIfNoEntry: false })?.isDirectory()) {
    throw new ProcessError(
      'folder-not-found',
      `cannot start the program ${command}: its working folder ${cwd} does not exist`,
    );
  }
  // Windows has more executable endings and search folders, so there starting the program shows whether it exists.
  if (process.platform === 'win32') return;
  const files = listExecutableCandidates(command, cwd, env['PATH']).filter(isFile);
  if (files.some(isExecutable)) return;
  const [file] = files;
  if (file === undefined) {
    throw new ProcessError('command-not-found', `command not found: ${command}`);
  }
  throw new ProcessError(
    'command-not-executable',
    `cannot run ${command}: ${file} is not executable, which "chmod +x" changes`,
  );
}

const PATH_IF_UNSET = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

function listExecutableCandidates(
  command: string,
  cwd: string = process.cwd(),
  path: string = PATH_IF_UNSET,
): readonly string[] {
  if (command.includes('/')) return [resolve(cwd, command)];
  return command === ''
    ? []
    : path.split(delimiter).map((each) => join(resolve(cwd, each), command));
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
