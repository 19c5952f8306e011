import { isIPv6 } from 'node:net';
import { omitUndefined } from '#core';
import type { ServeOptions } from '#serving/server';
import type { CommandContext, Option, OptionValues } from '../command.ts';
import { createUsageError } from '../command-error.ts';
import { parsePositiveCount, parsePort } from './quantity.ts';
import { substituteVariables } from './substitute-variables.ts';

export const LISTEN_OPTIONS: Readonly<
  Record<'port' | 'host' | 'allowed-host' | 'allowed-origin' | 'api-key', Option>
> = {
  port: { value: 'N', about: 'port for HTTP; 0 uses any free port' },
  host: {
    value: 'ADDRESS',
    about: 'address to listen on (default 127.0.0.1); any other requires --api-key',
  },
  'allowed-host': {
    value: 'NAME',
    about: 'additional host name that requests may use, besides localhost and --host',
    isRepeated: true,
  },
  'allowed-origin': {
    value: 'URL',
    about: 'origin of web pages that may call this server, such as http://localhost:5173',
    isRepeated: true,
  },
  'api-key': { value: 'KEY', about: 'API key that every request must send, passed as ${env:NAME}' },
};

export const PUBLIC_URL_OPTION: Option = {
  value: 'URL',
  about: 'public URL of the server; its host is an allowed host',
};

export const TRUST_PROXY_OPTION: Option = {
  value: 'ADDRESS',
  about: 'trusts X-Forwarded-Proto, -Host and -Prefix from this proxy, such as 10.0.0.0/8',
  isRepeated: true,
};

export const TOKEN_OPTIONS: Readonly<Record<'issuer' | 'audience' | 'scope', Option>> = {
  issuer: { value: 'URL', about: 'accepts access tokens of this issuer (OAuth 2, OpenID Connect)' },
  audience: {
    value: 'NAME',
    about: 'required audience of access tokens (default: the public URL)',
    isRepeated: true,
  },
  scope: { value: 'NAME', about: 'required scope of access tokens', isRepeated: true },
};

function readTokenOptions(
  values: OptionValues,
  publicUrl: string | undefined,
): Pick<ServeOptions, 'oauth'> {
  const issuer = values.text('issuer');
  const audience = values.texts('audience');
  const scopes = values.texts('scope');
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

export function readListenOptions(
  values: OptionValues,
  env: CommandContext['env'],
): Pick<ServeOptions, 'port' | 'host' | 'allowedHosts' | 'apiKeys'> {
  return omitUndefined({
    port: values.parse('port', parsePort),
    host: values.text('host'),
    allowedHosts: values.texts('allowed-host').map(parseAllowedHost),
    apiKeys: values.parse('api-key', (key) => [
      { key: requireNonEmptyApiKey(substituteVariables(key, env)), principal: 'api-key' },
    ]),
  });
}

/** Reads the port that platforms such as Cloud Run and Heroku choose for a container. */
export function readPortOfPlatform(env: CommandContext['env']): Pick<ServeOptions, 'port'> {
  const port = env['PORT'];
  if (!port) return {};
  if (/^\d+$/.test(port)) return { port: parsePort(port) };
  throw createUsageError(`invalid PORT "${port}": use a number, or unset it`);
}

export function refuseOptionsThatRequirePort(values: OptionValues, names: readonly string[]): void {
  const given = names.find((name) => values.has(name));
  if (given !== undefined) throw createUsageError(`--${given} requires --port`);
}

function parseAllowedHost(given: string): string {
  if (isIPv6(given) || /^[^\s/:@]+$/.test(given)) return given;
  throw createUsageError(
    `invalid --allowed-host "${given}": use a host name without port, such as agents.example`,
  );
}

/** Parses an allowed origin. The result has the form that browsers send, without a final slash. */
function parseAllowedOrigin(given: string): string {
  const url = URL.parse(given);
  if (url !== null && url.origin !== 'null' && `${url.origin}/` === url.href) return url.origin;
  throw createUsageError(
    `invalid --allowed-origin "${given}": use an origin such as https://app.example`,
  );
}

/** Parses an API key. Rejects an empty key, because any caller could send it. */
function requireNonEmptyApiKey(given: string): string {
  if (given.trim() !== '') return given;
  throw createUsageError('--api-key is empty: give a key, or omit the option');
}

/** Returns the secret that servers of the same owner share. */
export function readDelegationKey(env: CommandContext['env']): string | undefined {
  return env['TIMESTEP_DELEGATION_KEY'] || undefined;
}

export const CALLER_LIMIT_OPTIONS: Readonly<Record<'rate-limit' | 'at-once', Option>> = {
  'rate-limit': {
    value: 'N',
    about: 'maximum requests per caller per minute (default: unlimited)',
  },
  'at-once': { value: 'N', about: 'maximum concurrent requests per caller (default: unlimited)' },
};

export function readCallerLimits(values: OptionValues): Pick<ServeOptions, 'callerLimits'> {
  const callerLimits = omitUndefined({
    requestsPerMinute: values.parse('rate-limit', parsePositiveCount),
    requestsAtOnce: values.parse('at-once', parsePositiveCount),
  });
  return Object.keys(callerLimits).length === 0 ? {} : { callerLimits };
}

export function readServeOptions(
  values: OptionValues,
  env: CommandContext['env'],
): Omit<ServeOptions, 'agents'> {
  const trustProxy = values.texts('trust-proxy');
  const allowedOrigins = values.texts('allowed-origin').map(parseAllowedOrigin);
  return {
    ...readListenOptions(values, env),
    ...readTokenOptions(values, values.text('public-url')),
    ...(trustProxy.length > 0 && { trustProxy }),
    ...(allowedOrigins.length > 0 && { allowedOrigins }),
    ...readCallerLimits(values),
    ...omitUndefined({
      publicUrl: values.parse('public-url', (given) => parsePublicUrl(given)),
      delegationKey: readDelegationKey(env),
    }),
  };
}

/** Parses an http(s) URL by which callers reach a server. */
export function parsePublicUrl(given: string, option = '--public-url'): string {
  if (/^https?:$/.test(URL.parse(given)?.protocol ?? '')) return given;
  throw createUsageError(`invalid ${option} "${given}": use a URL such as https://agents.example`);
}
