import { spawn, type ChildProcess } from 'node:child_process';
import type { AgentFn } from '../../port/index.ts';
import { CommandError } from './command-error.ts';
import { parseCommandLine, type Command } from './command-line.ts';
import { replyFromStdout } from './reply-from-stdout.ts';

/** How the command is started, and how long a reply may take. */
export interface CommandAgentOptions {
  /** Seconds allowed for one reply, default 120. */
  readonly timeoutS?: number;
  readonly cwd?: string;
  /** Default: the environment of this process. */
  readonly env?: NodeJS.ProcessEnv;
}

const LONGEST_STDOUT = 16 * 1024 * 1024;
const STDERR_TAIL = 2_000;

/**
 * An agent that is a program. Each reply is one run: it reads
 * `{messages, tools, task, seed, limits}` as JSON from its standard input, with `settings` where the
 * caller set any, and prints an assistant message as JSON, or plain text. Fails with `CommandError`.
 */
export function commandAgent(
  command: string | Command,
  options: CommandAgentOptions = {},
): AgentFn {
  const parsed = typeof command === 'string' ? parseCommandLine(command) : command;
  return async (messages, { tools, task, seed, limits, settings, signal }) => {
    const input = JSON.stringify({ messages, tools, task, seed, limits, settings });
    return replyFromStdout(await run(parsed, input, signal, options));
  };
}

/** Runs a command to its end and returns what it printed. */
function run(
  { command, args }: Command,
  input: string,
  signal: AbortSignal,
  { timeoutS = 120, cwd, env }: CommandAgentOptions,
): Promise<string> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    // The command gets a process group of its own, so that processes it started end with it.
    const child = spawn(command, args, {
      detached: true,
      stdio: 'pipe',
      ...(cwd !== undefined && { cwd }),
      ...(env !== undefined && { env }),
    });
    const stdout: Buffer[] = [];
    let size = 0;
    let stderr = '';

    const stop = (why: unknown) => {
      killGroup(child);
      settle(() => reject(why));
    };
    const aborted = () => stop(signal.reason);
    const timer = setTimeout(() => {
      stop(new CommandError('agent_timeout', `${command} did not answer within ${timeoutS} s`));
    }, timeoutS * 1000);
    const settle = (outcome: () => void) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', aborted);
      outcome();
    };
    signal.addEventListener('abort', aborted, { once: true });

    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.byteLength;
      if (size <= LONGEST_STDOUT) stdout.push(chunk);
      else stop(new CommandError('agent_too_much_output', `${command} printed more than 16 MiB`));
    });
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      stderr = (stderr + chunk).slice(-STDERR_TAIL);
    });
    child.once('error', (error: NodeJS.ErrnoException) => {
      settle(() => reject(cannotRun(command, error)));
    });
    child.once('close', (code, killedBy) => {
      settle(() => {
        if (code === 0) resolve(Buffer.concat(stdout).toString('utf8'));
        else reject(exited(command, String(code ?? killedBy), stderr));
      });
    });
    // A command may answer without reading all of its input.
    child.stdin.on('error', () => {});
    child.stdin.end(input);
  });
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The group has ended already, or the platform has no groups.
    child.kill('SIGKILL');
  }
}

function cannotRun(command: string, error: NodeJS.ErrnoException): CommandError {
  return error.code === 'ENOENT'
    ? new CommandError('agent_not_found', `there is no command ${command}`)
    : new CommandError('agent_not_started', `cannot run ${command}: ${error.message}`);
}

function exited(command: string, how: string, stderr: string): CommandError {
  const tail = stderr.trim();
  const message = `${command} ended with ${how}${tail && `: ${tail}`}`;
  return new CommandError(`agent_exit_${how}`, message);
}
