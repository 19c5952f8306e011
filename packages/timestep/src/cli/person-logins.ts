import { join } from 'node:path';
import type { LoginStore } from '../port/index.ts';
import type { Surroundings } from './command.ts';
import { hasConfiguration } from './person-agents.ts';

/** The logins of the person, in a file of their configuration. Throws `CatalogError` where it is not known where that is. */
export async function personLogins(env: Surroundings['env']): Promise<LoginStore> {
  const { configurationFolder, fileLogins } = await import('../catalog/index.ts');
  return fileLogins(join(configurationFolder(env), 'logins.json'));
}

/** The same, or nothing where the person has no configuration. */
export async function loginsIfAny(env: Surroundings['env']): Promise<LoginStore | undefined> {
  return hasConfiguration(env) ? personLogins(env) : undefined;
}
