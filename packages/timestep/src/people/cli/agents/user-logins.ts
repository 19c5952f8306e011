import { join } from 'node:path';
import type { LoginStore } from '../../../engine/port/index.ts';
import type { CommandContext } from '../command.ts';
import { hasConfigurationFolder } from './user-agents.ts';

/** Opens the user's stored logins. Throws `CatalogError` if the configuration folder is unknown. */
export async function openUserLogins(env: CommandContext['env']): Promise<LoginStore> {
  const { getConfigurationFolder: configurationFolder, openLoginFile: fileLogins } =
    await import('../../../serving/catalog/index.ts');
  return fileLogins(join(configurationFolder(env), 'logins.json'));
}

/** Opens the user's stored logins, or returns undefined if there is no configuration folder. */
export async function openUserLoginsIfConfigured(
  env: CommandContext['env'],
): Promise<LoginStore | undefined> {
  return hasConfigurationFolder(env) ? openUserLogins(env) : undefined;
}
