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

/** Whether an agent is called over HTTP, by its address. */
export function hasAddress(spec: string): boolean {
  return /^(a2a|responses):/.test(spec);
}

/** The headers of every request to an agent. Throws `CommandError`, which shows no value. */
export function agentHeadersOf(
  values: OptionValues,
  spec: string,
  env: Surroundings['env'],
): Record<string, string> | undefined {
  const given = textsOf(values, 'agent-header');
  if (given.length === 0) return undefined;
  if (!hasAddress(spec)) throw usage('--agent-header goes with a2a: or responses: agents');
  const headers = new Map<string, string>();
  for (const text of given) {
    const colon = text.indexOf(':');
    const name = text.slice(0, Math.max(0, colon)).trim();
    const value = withEnvironment(text.slice(colon + 1), env).trim();
    // A text without a name may be a secret, so the message does not show it.
    if (name === '' || value === '') throw usage('--agent-header: write NAME: VALUE');
    checkHeader(name, value);
    headers.set(name, value);
  }
  return Object.fromEntries(headers);
}

function checkHeader(name: string, value: string): void {
  try {
    void new Headers([[name, value]]);
  } catch {
    throw usage(`--agent-header ${name}: a header cannot have this name or this value`);
  }
}
