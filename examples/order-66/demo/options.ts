import { parseArgs } from 'node:util';
import { TimestepError } from '@timestep-ai/timestep';
import { MOST_TURNS } from '../initiator.ts';
import { parseRunnerChoice, type RunnerChoice } from '../runner-choice.ts';
import type { Ports } from './services.ts';
import { readSettings } from '../settings.ts';

export const HELP = `Two agents send each other messages; the last message crashes one of them; no message is lost.

  npm run demo:order-66                        the demo, then the verdict; exit code 0 if all checks pass
  npm run demo:order-66 -- --turns 5           number of messages, 1 to ${MOST_TURNS} (default 3)
  npm run demo:order-66 -- --json              the verdict as JSON
  npm run demo:order-66 -- --keep              leave the servers running, to call them with curl
  npm run demo:order-66 -- --port-b 18080      also --port-a, --port-driver; 0 takes any free port
  npm run demo:order-66 -- --runner temporal   agent B's tasks on Temporal (default embedded)

Environment:
  LM_STUDIO_BASE_URL, LM_STUDIO_MODEL          a real model instead of the scripted one
  LANGFUSE_PUBLIC_KEY, LANGFUSE_SECRET_KEY     export to Langfuse, at LANGFUSE_HOST
  TEMPORAL_SERVER                              address of a running Temporal server; otherwise one is started
  AGENT_A_PORT, AGENT_B_PORT, DRIVER_PORT      instead of 8081, 8080 and 8082
  RETRY_FIRST_PAUSE_MS                         milliseconds before the first retry of a send (1000)

Exit codes: 0 all checks pass, 1 a check failed, 2 invalid options.
`;

/** Options of the demo. */
export interface Options {
  readonly ports: Ports;
  readonly turns: number;
  readonly runner: RunnerChoice;
  readonly isJson: boolean;
  readonly isKept: boolean;
}

/**
 * Parses the options. Throws an error for which `isWrongUse` is true, with a message for the user,
 * if an option is invalid.
 */
export function parseOptions(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Options | 'help' {
  const { values } = parseArgs({
    args: [...args],
    options: {
      help: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      keep: { type: 'boolean', default: false },
      turns: { type: 'string', default: '3' },
      runner: { type: 'string', default: 'embedded' },
      'port-a': { type: 'string' },
      'port-b': { type: 'string' },
      'port-driver': { type: 'string' },
    },
  });
  if (values.help) return 'help';
  const choice = parseRunnerChoice(values.runner);
  const turns = Number(values.turns);
  if (!Number.isInteger(turns) || turns < 1 || turns > MOST_TURNS) {
    throw new RangeError(`--turns must be from 1 to ${MOST_TURNS}, got "${values.turns}"`);
  }
  const { ports } = readSettings({
    ...env,
    ...(values['port-a'] !== undefined && { AGENT_A_PORT: values['port-a'] }),
    ...(values['port-b'] !== undefined && { AGENT_B_PORT: values['port-b'] }),
    ...(values['port-driver'] !== undefined && { DRIVER_PORT: values['port-driver'] }),
  });
  return { ports, turns, runner: choice, isJson: values.json, isKept: values.keep };
}

/** Returns whether an error is about invalid options, not about the run. */
export function isUsageError(thrown: unknown): boolean {
  if (thrown instanceof RangeError || TimestepError.isInstance(thrown)) return true;
  return thrown instanceof TypeError && 'code' in thrown;
}
