import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { KeptAgent, KnownAgents } from '../catalog/index.ts';
import type { Surroundings } from './command.ts';
import { failureText } from './failure-text.ts';
import { plainText } from './plain-text.ts';

/** The agents that the person knows and uses. Throws `CatalogError`. */
export async function personAgents(env: Surroundings['env']): Promise<KnownAgents> {
  const { configurationFolder, knownAgents } = await import('../catalog/index.ts');
  return knownAgents(join(configurationFolder(env), 'agents.json'));
}

/**
 * What a command line means: the path or address that it says, or where there is no such path, the agent
 * that the person knows by that name, under that name. The keys that were kept with an address come with it. Throws `CatalogError`.
 */
export async function agentNamed(
  named: string,
  env: Surroundings['env'],
): Promise<Partial<KeptAgent> & Pick<KeptAgent, 'source'>> {
  const { isAddress, sourceFrom } = await import('../catalog/index.ts');
  if (isAddress(named)) {
    const source = sourceFrom(named);
    const known = hasConfiguration(env) ? (await personAgents(env)).find(source) : undefined;
    return { source, ...(known?.card_keys && { card_keys: known.card_keys }) };
  }
  if (existsSync(named) || !hasConfiguration(env)) return { source: named };
  return (await personAgents(env)).find(named) ?? { source: named };
}

/** Notes that an agent was used. What cannot be noted is said, and stops nothing. */
export async function noteUse(
  { name, source }: KeptAgent,
  { env, complain }: Pick<Surroundings, 'env' | 'complain'>,
): Promise<void> {
  if (!hasConfiguration(env)) return;
  try {
    const { isAddress, nameOfSource, sourceFrom } = await import('../catalog/index.ts');
    const agents = await personAgents(env);
    const whole = sourceFrom(source);
    const known = agents.known().find((one) => one.source === whole);
    const own = isAddress(whole) ? nameOfSource(whole) : name;
    await agents.use({ name: known?.name ?? own, source: whole });
  } catch (thrown) {
    complain(`timestep: not remembered: ${plainText(failureText(thrown))}\n`);
  }
}

/** Whether the variables say where the configuration of the person is. */
export function hasConfiguration(env: Surroundings['env']): boolean {
  const names = ['TIMESTEP_CONFIG', 'XDG_CONFIG_HOME', 'HOME', 'USERPROFILE'];
  return names.some((name) => Boolean(env[name]));
}
