import { isIPv6 } from 'node:net';
import type { ServeOptions } from '../server/index.ts';
import { textOf, textsOf, type Option, type OptionValues } from './command.ts';
import { usage } from './command-error.ts';
import { readPort } from './quantity.ts';
import { withEnvironment } from './with-environment.ts';

/** The options of a command that listens, and on whom it answers. */
export const LISTEN_OPTIONS: Readonly<
  Record<'port' | 'host' | 'allowed-host' | 'api-key', Option>
> = {
  port: { type: 'string', value: 'N', about: 'serve over HTTP; 0 takes any free port' },
  host: { type: 'string', value: 'ADDRESS', about: 'default 127.0.0.1; others need --api-key' },
  'allowed-host': {
    type: 'string',
    value: 'NAME',
    about: 'a host it answers to beside loopback and --host; as often as needed',
    isRepeated: true,
  },
  'api-key': {
    type: 'string',
    value: 'KEY',
    about: 'what every request must bring; write ${env:NAME}',
  },
};

/** The option of a command whose addresses others read. */
export const PUBLIC_URL_OPTION: Option = {
  type: 'string',
  value: 'URL',
  about: 'its address from outside; the host of it is allowed',
};

/** The option of a server behind proxies. */
export const TRUST_PROXY_OPTION: Option = {
  type: 'string',
  value: 'ADDRESS',
  about:
    'believes X-Forwarded-Proto, -Host and -Prefix of this proxy, as 10.0.0.0/8; as often as needed',
  isRepeated: true,
};

/** Callers with a token of an issuer, beside those with the key. */
export const TOKEN_OPTIONS: Readonly<Record<'issuer' | 'audience' | 'scope', Option>> = {
  issuer: {
    type: 'string',
    value: 'URL',
    about: 'lets in callers with an access token of this issuer (OAuth 2, OpenID Connect)',
  },
  audience: {
    type: 'string',
    value: 'NAME',
    about: 'what tokens must be made for (default the public URL); as often as needed',
    isRepeated: true,
  },
  scope: {
    type: 'string',
    value: 'NAME',
    about: 'a scope that tokens must have; as often as needed',
    isRepeated: true,
  },
};

/** Who is let in with a token. Throws `CommandError`. */
export function tokenChoiceIn(
  values: OptionValues,
  publicUrl: string | undefined,
): Pick<ServeOptions, 'oauth'> {
  const issuer = textOf(values, 'issuer');
  const audience = textsOf(values, 'audience');
  const scopes = textsOf(values, 'scope');
  if (issuer === undefined) {
    if (audience.length + scopes.length === 0) return {};
    const name = audience.length > 0 ? '--audience' : '--scope';
    throw usage(`${name} is about tokens: name who makes them with --issuer`);
  }
  const made = audience.length > 0 || publicUrl === undefined ? audience : [publicUrl];
  if (made.length === 0) {
    throw usage('--issuer: say what its tokens are made for, with --audience or --public-url');
  }
  return { oauth: { issuer, audience: made, ...(scopes.length > 0 && { scopes }) } };
}

/** Where a command listens and whom it answers, as far as its options say. */
export interface ListenChoice {
  readonly port?: number;
  readonly host?: string;
  readonly allowedHosts: readonly string[];
  /** Names of callers by their keys. */
  readonly apiKeys?: Readonly<Record<string, string>>;
}

/** Reads the options of a command that listens. Throws `CommandError`. */
export function listenChoiceIn(
  values: OptionValues,
  env: Readonly<Record<string, string | undefined>>,
): ListenChoice {
  const port = textOf(values, 'port');
  const host = textOf(values, 'host');
  const apiKey = textOf(values, 'api-key');
  return {
    ...(port !== undefined && { port: readPort(port) }),
    ...(host !== undefined && { host }),
    allowedHosts: textsOf(values, 'allowed-host').map(readHost),
    ...(apiKey !== undefined && {
      apiKeys: { [readKey(withEnvironment(apiKey, env))]: 'api-key' },
    }),
  };
}

/** Refuses options of an address where a command does not listen. Throws `CommandError`. */
export function refuseWithoutPort(values: OptionValues, names: readonly string[]): void {
  const given = names.find((name) => values[name] !== undefined);
  if (given !== undefined) throw usage(`--${given} goes with --port`);
}

/** Throws `CommandError` for what is not a host. */
function readHost(given: string): string {
  if (isIPv6(given) || /^[^\s/:@]+$/.test(given)) return given;
  throw usage(
    `--allowed-host "${given}" is not a host: give a name without port, as agents.example`,
  );
}

/** Throws `CommandError` for a key that any caller could send. */
function readKey(given: string): string {
  if (given.trim() !== '') return given;
  throw usage('--api-key is empty, so that any caller could send it: give a key, or leave it out');
}

/** The secret that servers of one owner share; `undefined` where the variable is not set, or empty. */
export function delegationKeyIn(
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  return env['TIMESTEP_DELEGATION_KEY'] || undefined;
}
