import { textsOf, type Option, type OptionValues, type Surroundings } from './command.ts';
import { usage } from './command-error.ts';
import { withEnvironment } from './with-environment.ts';

export const AGENT_HEADER_OPTION: Option = {
  type: 'string',
  value: 'NAME: VALUE',
  isRepeated: true,
  about:
    'sent to a2a: and responses: agents, as "Authorization: Bearer ${env:TOKEN}"; may be repeated',
};

/** The same for addresses of several origins. */
export const ORIGIN_HEADER_OPTION: Option = {
  type: 'string',
  value: '[ORIGIN=]NAME: VALUE',
  isRepeated: true,
  about:
    'sent to the addresses, as "Authorization: Bearer ${env:TOKEN}"; where they are of several origins, to those of one, as "https://agents.example=X-API-Key: ${env:KEY}"; may be repeated',
};

/** Headers by their names. */
type Headings = Readonly<Record<string, string>>;

/** Whether an agent is called over HTTP, by its address. */
export function hasAddress(spec: string): boolean {
  return /^(a2a|responses):/.test(spec);
}

/** The headers of every request to an agent. Throws `CommandError`, which shows no value. */
export function agentHeadersOf(
  values: OptionValues,
  spec: string,
  env: Surroundings['env'],
): Headings | undefined {
  const given = textsOf(values, 'agent-header');
  if (given.length === 0) return undefined;
  if (!hasAddress(spec)) throw usage('--agent-header goes with a2a: or responses: agents');
  const headers = given.map((text) => headerIn(text, env));
  if (headers.some(({ origin }) => origin !== undefined)) {
    throw usage('--agent-header: write NAME: VALUE, without an origin; there is one agent');
  }
  return Object.fromEntries(headers.map(({ name, value }) => [name, value]));
}

/**
 * The headers of each address, those of its origin alone: a header may be a secret, which others must not
 * receive. Throws `CommandError`, which shows no value.
 */
export function originHeadersOf(
  values: OptionValues,
  addresses: readonly string[],
  env: Surroundings['env'],
): (address: string) => Headings | undefined {
  const origins = new Set(addresses.map(originOf));
  const [only] = origins;
  const headers = new Map<string, Map<string, string>>();
  for (const text of textsOf(values, 'agent-header')) {
    const { name, value, origin = origins.size === 1 ? only : undefined } = headerIn(text, env);
    if (origin === undefined) {
      const addressed =
        origins.size === 0
          ? 'no address'
          : 'addresses of several origins: write ORIGIN=NAME: VALUE';
      throw usage(`--agent-header ${name}: the agents have ${addressed}`);
    }
    if (!origins.has(origin)) {
      throw usage(`--agent-header ${name}: no agent has an address at ${origin}`);
    }
    const ofOrigin = headers.get(origin) ?? new Map<string, string>();
    headers.set(origin, ofOrigin.set(name, value));
  }
  return (address) => {
    const found = addresses.includes(address) && headers.get(originOf(address));
    return found ? Object.fromEntries(found) : undefined;
  };
}

function originOf(address: string): string {
  return new URL(address).origin;
}

interface GivenHeader {
  readonly name: string;
  readonly value: string;
  /** Where it is sent, if the option says so. */
  readonly origin?: string;
}

const WITH_ORIGIN = /^(https?:\/\/[^\s=]+)=(.*)$/is;

function headerIn(text: string, env: Surroundings['env']): GivenHeader {
  const [, address, rest = text] = WITH_ORIGIN.exec(text) ?? [];
  const colon = rest.indexOf(':');
  const name = rest.slice(0, Math.max(0, colon)).trim();
  const value = withEnvironment(rest.slice(colon + 1), env).trim();
  // A text without a name may be a secret, so the message does not show it.
  if (name === '' || value === '') throw usage('--agent-header: write NAME: VALUE');
  checkHeader(name, value);
  return { name, value, ...(address !== undefined && { origin: readOrigin(address, name) }) };
}

/** An address may hold credentials, so the message does not show it. */
function readOrigin(address: string, name: string): string {
  const url = URL.parse(address);
  if (url?.href === `${url?.origin}/`) return url.origin;
  throw usage(
    `--agent-header ${name}: an origin is scheme, host and port, as https://agents.example`,
  );
}

function checkHeader(name: string, value: string): void {
  try {
    void new Headers([[name, value]]);
  } catch {
    throw usage(`--agent-header ${name}: a header cannot have this name or this value`);
  }
}
