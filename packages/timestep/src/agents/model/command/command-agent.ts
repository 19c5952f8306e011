import type { AgentFn } from '#engine/port';
import { omitUndefined } from '#core';
import { ProcessError, runToEnd, type ProcessErrorCode } from '#engine/processes';
import { CommandError, splitCommandLine, type Command } from './command-line.ts';
import { parseCommandReply } from './command-reply.ts';

/** Options for starting the command, and the time limit of a reply. */
export interface CommandAgentOptions {
  /** Maximum seconds of a reply. Default: 120. */
  readonly timeoutS?: number;
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
}

/**
 * Creates an agent that runs a program once per reply. It reads `{messages, tools, task, seed,
 * limits, settings}` as JSON and prints an assistant message as JSON, or text. Rejects with
 * `CommandError`.
 */
export function commandAgent(
  command: string | Command,
  options: CommandAgentOptions = {},
): AgentFn {
  const parsed = typeof command === 'string' ? splitCommandLine(command) : command;
  return async (messages, { tools, task, seed, limits, settings, signal }) => {
    const input = JSON.stringify({ messages, tools, task, seed, limits, settings });
    return parseCommandReply(await runCommand(parsed, input, signal, options));
  };
}

async function runCommand(
  { command, args }: Command,
  input: string,
  signal: AbortSignal,
  { timeoutS = 120, cwd, env }: CommandAgentOptions,
): Promise<string> {
  const place = omitUndefined({ cwd, env });
  const finished = await runToEnd(
    { command, args, ...place },
    { input, signal, timeoutMs: timeoutS * 1000 },
  ).catch((thrown: unknown) => {
    throw thrown instanceof ProcessError ? toCommandAgentError(thrown) : thrown;
  });
  const { exit, stdout, stderr } = finished;
  if (exit.code === 0) return stdout;
  throw createExitError(command, String(exit.code ?? exit.signal), stderr);
}

const CODES: Readonly<Record<ProcessErrorCode, string>> = {
  'command-not-found': 'agent_not_found',
  'folder-not-found': 'agent_not_found',
  'command-not-executable': 'agent_not_started',
  'command-not-started': 'agent_not_started',
  'command-too-slow': 'agent_timeout',
  'command-output-too-large': 'agent_too_much_output',
};

function toCommandAgentError({ code, message }: ProcessError): CommandError {
  return new CommandError(CODES[code], message);
}

function createExitError(command: string, codeOrSignal: string, stderr: string): CommandError {
  const tail = stderr.trim();
  const message = `${command} exited with ${codeOrSignal}${tail && `: ${tail}`}`;
  return new CommandError(`agent_exit_${codeOrSignal}`, message);
}
