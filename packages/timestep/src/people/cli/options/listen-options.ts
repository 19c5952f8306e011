import { isIPv6 } from 'node:net';
import type { ServeOptions } from '../../../serving/server/index.ts';
import { getOptionText, getOptionTexts, type Option, type OptionValues } from '../command.ts';
import { createUsageError } from '../command-error.ts';
import { parsePort } from './quantity.ts';
import { substituteVariables } from './substitute-variables.ts';

/** Options for the address and the access control of a server. */
export const LISTEN_OPTIONS: Readonly<
  Record<'port' | 'host' | 'allowed-host' | 'api-key', Option>
> = {
  port: { type: 'string', value: 'N', about: 'port for HTTP; 0 uses any free port' },
  host: {
    type: 'string',
    value: 'ADDRESS',
    about: 'address to listen on (default 127.0.0.1); any other requires --api-key',
  },
  'allowed-host': {
    type: 'string',
    value: 'NAME',
    about:
      'additional host name that requests may use, besides localhost and --host; can be repeated',
    isRepeated: true,
  },
  'api-key': {
    type: 'string',
    value: 'KEY',
    about: 'API key that every request must send, passed as ${env:NAME}',
  },
};

/** Option for the public URL of a server. */
export const PUBLIC_URL_OPTION: Option = {
  type: 'string',
  value: 'URL',
  about: 'public URL of the server; its host is an allowed host',
};

/** Option for a server behind reverse proxies. */
export const TRUST_PROXY_OPTION: Option = {
  type: 'string',
  value: 'ADDRESS',
  about:
    'trusts X-Forwarded-Proto, -Host and -Prefix from this proxy, such as 10.0.0.0/8; can be repeated',
  isRepeated: true,
};

/** Options for access tokens (OAuth), as an alternative to the API key. */
export const TOKEN_OPTIONS: Readonly<Record<'issuer' | 'audience' | 'scope', Option>> = {
  issuer: {
    type: 'string',
    value: 'URL',
    about: 'accepts access tokens of this issuer (OAuth 2, OpenID Connect)',
  },
  audience: {
    type: 'string',
    value: 'NAME',
    about: 'required audience of access tokens (default: the public URL); can be repeated',
    isRepeated: true,
  },
  scope: {
    type: 'string',
    value: 'NAME',
    about: 'required scope of access tokens; can be repeated',
    isRepeated: true,
  },
};

/** Reads the options for access tokens. Throws `CommandError`. */
export function readTokenOptions(
  values: OptionValues,
  publicUrl: string | undefined,
): Pick<ServeOptions, 'oauth'> {
  const issuer = getOptionText(values, 'issuer');
  const audience = getOptionTexts(values, 'audience');
  const scopes = getOptionTexts(values, 'scope');
  if (issuer === undefined) {
    if (audience.length + scopes.length === 0) return {};
    const name = audience.length > 0 ? '--audience' : '--scope';
    throw createUsageError(`${name} requires --issuer`);
  }
  const made = audience.length > 0 || publicUrl === undefined ? audience : [publicUrl];
  if (made.length === 0) {
    throw createUsageError('--issuer requires --audience or --public-url');
  }
  return { oauth: { issuer, audience: made, ...(scopes.length > 0 && { scopes }) } };
}

/** Address and access control of a server. Options that are not set are missing. */
export interface ListenSettings {
  readonly port?: number;
  readonly host?: string;
  readonly allowedHosts: readonly string[];
  /** Names of callers, by API key. */
  readonly apiKeys?: Readonly<Record<string, string>>;
}

/** Reads the address and access control options. Throws `CommandError`. */
export function readListenOptions(
  values: OptionValues,
  env: Readonly<Record<string, string | undefined>>,
): ListenSettings {
  const port = getOptionText(values, 'port');
  const host = getOptionText(values, 'host');
  const apiKey = getOptionText(values, 'api-key');
  return {
    ...(port !== undefined && { port: parsePort(port) }),
    ...(host !== undefined && { host }),
    allowedHosts: getOptionTexts(values, 'allowed-host').map(parseHost),
    ...(apiKey !== undefined && {
      apiKeys: { [parseApiKey(substituteVariables(apiKey, env))]: 'api-key' },
    }),
  };
}

/** Throws `CommandError` if one of these options is set without `--port`. */
export function refuseWithoutPort(values: OptionValues, names: readonly string[]): void {
  const given = names.find((name) => values[name] !== undefined);
  if (given !== undefined) throw createUsageError(`--${given} requires --port`);
}

/** Validates a host name or IPv6 address. Throws `CommandError`. */
function parseHost(given: string): string {
  if (isIPv6(given) || /^[^\s/:@]+$/.test(given)) return given;
  throw createUsageError(
    `invalid --allowed-host "${given}": use a host name without port, such as agents.example`,
  );
}

/**
 * Validates an API key. Throws `CommandError` for an empty key, because any caller could send it.
 */
function parseApiKey(given: string): string {
  if (given.trim() !== '') return given;
  throw createUsageError('--api-key is empty: give a key, or omit the option');
}

/**
 * Returns the secret that servers of the same owner share, or undefined if the variable is unset or
 * empty.
 */
export function readDelegationKey(
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  return env['TIMESTEP_DELEGATION_KEY'] || undefined;
}
