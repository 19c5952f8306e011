import { isIPv6 } from 'node:net';
import { usage } from './command-error.ts';

/** Throws `CommandError` for what is not a host. */
export function readHost(given: string): string {
  if (isIPv6(given) || /^[^\s/:@]+$/.test(given)) return given;
  throw usage(
    `--allowed-host "${given}" is not a host: give a name without port, as agents.example`,
  );
}

/** Throws `CommandError` for a key that any caller could send. */
export function readKey(given: string): string {
  if (given.trim() !== '') return given;
  throw usage('--api-key is empty, so that any caller could send it: give a key, or leave it out');
}

/** The secret that servers of one owner share; `undefined` where the variable is not set, or empty. */
export function delegationKeyIn(
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  return env['TIMESTEP_DELEGATION_KEY'] || undefined;
}
