import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { SavedAgent, KnownAgents } from '../../../serving/catalog/index.ts';
import type { CommandContext } from '../command.ts';
import { formatError } from '../output/format-error.ts';
import { replaceControlCharacters } from '../output/plain-text.ts';

/** Opens the user's list of saved and recently used agents. Throws `CatalogError`. */
export async function openUserAgents(env: CommandContext['env']): Promise<KnownAgents> {
  const { getConfigurationFolder: configurationFolder, openKnownAgents: knownAgents } =
    await import('../../../serving/catalog/index.ts');
  return knownAgents(join(configurationFolder(env), 'agents.json'));
}

/**
 * Resolves an argument to an agent: a URL, an existing path, or the name of a saved agent. Includes
 * the public keys saved with a URL. Throws `CatalogError`.
 */
export async function resolveAgent(
  named: string,
  env: CommandContext['env'],
): Promise<Partial<SavedAgent> & Pick<SavedAgent, 'source'>> {
  const { isAddress, normalizeSource: sourceFrom } =
    await import('../../../serving/catalog/index.ts');
  if (isAddress(named)) {
    const source = sourceFrom(named);
    const known = hasConfigurationFolder(env)
      ? (await openUserAgents(env)).find(source)
      : undefined;
    return { source, ...(known?.card_keys && { card_keys: known.card_keys }) };
  }
  if (existsSync(named) || !hasConfigurationFolder(env)) return { source: named };
  return (await openUserAgents(env)).find(named) ?? { source: named };
}

/**
 * Adds an agent to the recently used ones. A failure is written to standard error and otherwise
 * ignored.
 */
export async function rememberAgentUse(
  { name, source }: SavedAgent,
  { env, writeError }: Pick<CommandContext, 'env' | 'writeError'>,
): Promise<void> {
  if (!hasConfigurationFolder(env)) return;
  try {
    const {
      isAddress,
      deriveAgentName: nameOfSource,
      normalizeSource: sourceFrom,
    } = await import('../../../serving/catalog/index.ts');
    const agents = await openUserAgents(env);
    const whole = sourceFrom(source);
    const known = agents.listAdded().find((one) => one.source === whole);
    const own = isAddress(whole) ? nameOfSource(whole) : name;
    await agents.recordUse({ name: known?.name ?? own, source: whole });
  } catch (thrown) {
    writeError(
      `timestep: the agent could not be saved as recently used: ${replaceControlCharacters(formatError(thrown))}\n`,
    );
  }
}

/** Whether the environment variables determine a folder for the user's configuration. */
export function hasConfigurationFolder(env: CommandContext['env']): boolean {
  const names = ['TIMESTEP_CONFIG', 'XDG_CONFIG_HOME', 'HOME', 'USERPROFILE'];
  return names.some((name) => Boolean(env[name]));
}
