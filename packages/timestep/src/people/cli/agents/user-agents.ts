import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { SavedAgent, KnownAgents } from '../../../serving/catalog/index.ts';
import type { LoginStore } from '../../../engine/port/index.ts';
import type { CommandContext } from '../command.ts';
import { formatError } from '../output/format-error.ts';
import { writeMessage } from '../output/error-writer.ts';

export async function openUserAgents(env: CommandContext['env']): Promise<KnownAgents> {
  const { getConfigurationFolder, openKnownAgents } =
    await import('../../../serving/catalog/index.ts');
  return openKnownAgents(join(getConfigurationFolder(env), 'agents.json'));
}

/** Finds an agent by URL, path or saved name, with the public keys saved for its URL. */
export async function resolveAgent(
  named: string,
  env: CommandContext['env'],
): Promise<Partial<SavedAgent> & Pick<SavedAgent, 'source'>> {
  const { isAddress, normalizeSource } = await import('../../../serving/catalog/index.ts');
  if (isAddress(named)) {
    const source = normalizeSource(named);
    const known = hasConfigurationFolder(env)
      ? (await openUserAgents(env)).find(source)
      : undefined;
    return { source, ...(known?.card_keys && { card_keys: known.card_keys }) };
  }
  if (existsSync(named) || !hasConfigurationFolder(env)) return { source: named };
  return (await openUserAgents(env)).find(named) ?? { source: named };
}

/** Adds an agent to the recently used ones. Writes a failure to standard error. */
export async function rememberAgentUse(
  { name, source }: SavedAgent,
  { env, writeError }: Pick<CommandContext, 'env' | 'writeError'>,
): Promise<void> {
  if (!hasConfigurationFolder(env)) return;
  try {
    const { isAddress, deriveAgentName, normalizeSource } =
      await import('../../../serving/catalog/index.ts');
    const agents = await openUserAgents(env);
    const whole = normalizeSource(source);
    const known = agents.listAdded().find((one) => one.source === whole);
    const own = isAddress(whole) ? deriveAgentName(whole) : name;
    await agents.recordUse({ name: known?.name ?? own, source: whole });
  } catch (thrown) {
    const message = `the agent could not be saved as recently used: ${formatError(thrown)}`;
    writeMessage(writeError, message);
  }
}

/** Returns whether the environment variables determine a folder for the user's configuration. */
function hasConfigurationFolder(env: CommandContext['env']): boolean {
  const names = ['TIMESTEP_CONFIG', 'XDG_CONFIG_HOME', 'HOME', 'USERPROFILE'];
  return names.some((name) => Boolean(env[name]));
}

/** Opens the user's stored logins. Throws `CatalogError` if the configuration folder is unknown. */
export async function openUserLogins(env: CommandContext['env']): Promise<LoginStore> {
  const { getConfigurationFolder, openLoginFile } =
    await import('../../../serving/catalog/index.ts');
  return openLoginFile(join(getConfigurationFolder(env), 'logins.json'));
}

/** Opens the user's stored logins, or returns undefined if there is no configuration folder. */
export async function openUserLoginsIfConfigured(
  env: CommandContext['env'],
): Promise<LoginStore | undefined> {
  return hasConfigurationFolder(env) ? openUserLogins(env) : undefined;
}
