import { spawn, type ChildProcess } from 'node:child_process';
import type { AgentFn } from '#engine/port';
import { omitUndefined } from '#core';
import { CommandError, parseCommandLine, type Command } from './command-line.ts';
import { parseCommandReply } from './command-reply.ts';

/** Options for starting the command, and the time limit of a reply. */
export interface CommandAgentOptions {
  /** Default: 120. */
  readonly timeoutS?: number;
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
}

const LONGEST_STDOUT = 16 * 1024 * 1024;
const STDERR_TAIL = 2_000;

/**
 * Creates an agent that runs a program once per reply. It reads `{messages, tools, task, seed,
 * limits, settings}` as JSON and prints an assistant message as JSON, or text. Rejects with
 * `CommandError`.
 */
export function commandAgent(
  command: string | Command,
  options: CommandAgentOptions = {},
): AgentFn {
  const parsed = typeof command === 'string' ? parseCommandLine(command) : command;
  return async (messages, { tools, task, seed, limits, settings, signal }) => {
    const input = JSON.stringify({ messages, tools, task, seed, limits, settings });
    return parseCommandReply(await runCommand(parsed, input, signal, options));
  };
}

function runCommand(
  { command, args }: Command,
  input: string,
  signal: AbortSignal,
  { timeoutS = 120, cwd, env }: CommandAgentOptions,
): Promise<string> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    // Killing the process group also ends processes that the command started.
    const place = omitUndefined({ cwd, env });
    const child = spawn(command, args, { detached: true, stdio: 'pipe', ...place });
    const stdout: Buffer[] = [];
    let size = 0;
    let stderr = '';

    const stop = (why: unknown) => {
      killProcessGroup(child);
      settle(() => reject(why));
    };
    const onAbort = () => stop(signal.reason);
    const timer = setTimeout(() => {
      stop(new CommandError('agent_timeout', `${command} did not answer within ${timeoutS} s`));
    }, timeoutS * 1000);
    const settle = (outcome: () => void) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      outcome();
    };
    signal.addEventListener('abort', onAbort, { once: true });

    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.byteLength;
      if (size <= LONGEST_STDOUT) stdout.push(chunk);
      else stop(new CommandError('agent_too_much_output', `${command} printed more than 16 MiB`));
    });
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      stderr = (stderr + chunk).slice(-STDERR_TAIL);
    });
    child.once('error', (error: NodeJS.ErrnoException) => {
      settle(() => reject(createStartError(command, error)));
    });
    child.once('close', (code, killedBy) => {
      settle(() => {
        if (code === 0) resolve(Buffer.concat(stdout).toString('utf8'));
        else reject(createExitError(command, String(code ?? killedBy), stderr));
      });
    });
    // Write errors are ignored, because a command may answer without reading all of its input.
    child.stdin.on('error', () => {});
    child.stdin.end(input);
  });
}

function killProcessGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // Killing fails if the group has already ended, or if the platform has no process groups.
    child.kill('SIGKILL');
  }
}

function createStartError(command: string, error: NodeJS.ErrnoException): CommandError {
  return error.code === 'ENOENT'
    ? new CommandError('agent_not_found', `command not found: ${command}`)
    : new CommandError('agent_not_started', `cannot run ${command}: ${error.message}`);
}

function createExitError(command: string, codeOrSignal: string, stderr: string): CommandError {
  const tail = stderr.trim();
  const message = `${command} exited with ${codeOrSignal}${tail && `: ${tail}`}`;
  return new CommandError(`agent_exit_${codeOrSignal}`, message);
}
