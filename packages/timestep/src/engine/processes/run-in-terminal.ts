import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { assertStartable } from './assert-startable.ts';
import type { ProcessCommand, ProcessExit } from './process-command.ts';

/**
 * Runs a command in the foreground of this process's terminal until it exits, such as the editor of a
 * user. It stays in the group of this process, because only that group may read the terminal.
 */
export async function runInTerminal(command: ProcessCommand): Promise<ProcessExit> {
  assertStartable(command);
  const { command: file, args, env, cwd } = command;
  const child = spawn(file, [...args], { env, cwd, stdio: 'inherit' });
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  return { code, signal };
}
