import type { Option, OptionValues, CommandContext } from '../command.ts';
import { createUsageError } from '../command-error.ts';
import { substituteVariables } from './substitute-variables.ts';

export const AGENT_HEADER_OPTION: Option = {
  value: 'NAME: VALUE',
  isRepeated: true,
  about: 'HTTP header for a2a: and responses: agents, such as "Authorization: Bearer ${env:TOKEN}"',
};

/** The option `--agent-header` for commands that call agents at several origins. */
export const ORIGIN_HEADER_OPTION: Option = {
  value: '[ORIGIN=]NAME: VALUE',
  isRepeated: true,
  about:
    'HTTP header for the agent URLs, such as "Authorization: Bearer ${env:TOKEN}"; if the URLs have several origins, name one, such as "https://agents.example=X-API-Key: ${env:KEY}"',
};

type HeaderValues = Readonly<Record<string, string>>;

export function isA2AOrResponsesSpec(spec: string): boolean {
  return /^(a2a|responses):/.test(spec);
}

/**
 * Reads from command line options the HTTP headers to send with every request to an agent. Error messages do
 * not contain their values.
 */
export function readAgentHeaders(
  values: OptionValues,
  spec: string,
  env: CommandContext['env'],
): HeaderValues | undefined {
  const given = values.texts('agent-header');
  if (given.length === 0) return undefined;
  if (!isA2AOrResponsesSpec(spec))
    throw createUsageError('--agent-header requires an a2a: or responses: agent');
  const headers = given.map((text) => parseHeader(text, env));
  if (headers.some(({ origin }) => origin !== undefined)) {
    throw createUsageError(
      '--agent-header: use the form NAME: VALUE, without an origin, because there is only one agent',
    );
  }
  return Object.fromEntries(headers.map(({ name, value }) => [name, value]));
}

/** Reads the headers for each URL. A header goes only to its origin, because it may be secret. */
export function readOriginHeaders(
  values: OptionValues,
  addresses: readonly string[],
  env: CommandContext['env'],
): (address: string) => HeaderValues | undefined {
  const origins = new Set(addresses.map(getOrigin));
  const [only] = origins;
  const headers = new Map<string, Map<string, string>>();
  for (const text of values.texts('agent-header')) {
    const { name, value, origin = origins.size === 1 ? only : undefined } = parseHeader(text, env);
    if (origin === undefined) {
      const addressed =
        origins.size === 0
          ? 'no URL'
          : 'URLs with several origins: use the form ORIGIN=NAME: VALUE';
      throw createUsageError(`--agent-header ${name}: the agents have ${addressed}`);
    }
    if (!origins.has(origin)) {
      throw createUsageError(`--agent-header ${name}: no agent has a URL at ${origin}`);
    }
    const ofOrigin = headers.get(origin) ?? new Map<string, string>();
    headers.set(origin, ofOrigin.set(name, value));
  }
  return (address) => {
    const found = addresses.includes(address) && headers.get(getOrigin(address));
    return found ? Object.fromEntries(found) : undefined;
  };
}

function getOrigin(address: string): string {
  return new URL(address).origin;
}

interface ParsedHeader {
  readonly name: string;
  readonly value: string;
  readonly origin?: string;
}

const WITH_ORIGIN = /^(https?:\/\/[^\s=]+)=(.*)$/is;

function parseHeader(text: string, env: CommandContext['env']): ParsedHeader {
  const [, address, rest = text] = WITH_ORIGIN.exec(text) ?? [];
  const colon = rest.indexOf(':');
  const name = rest.slice(0, Math.max(0, colon)).trim();
  const value = substituteVariables(rest.slice(colon + 1), env).trim();
  // The error message omits the text, because a text without a header name may be a secret.
  if (name === '' || value === '')
    throw createUsageError('--agent-header: use the form NAME: VALUE');
  checkHeader(name, value);
  return { name, value, ...(address !== undefined && { origin: parseOrigin(address, name) }) };
}

/** Parses the origin of a URL. Errors omit the URL, because it may contain credentials. */
function parseOrigin(address: string, name: string): string {
  const url = URL.parse(address);
  if (url?.href === `${url?.origin}/`) return url.origin;
  throw createUsageError(
    `--agent-header ${name}: the origin must be scheme, host and port, such as https://agents.example`,
  );
}

function checkHeader(name: string, value: string): void {
  try {
    void new Headers([[name, value]]);
  } catch {
    throw createUsageError(`--agent-header ${name}: invalid header name or value`);
  }
}
