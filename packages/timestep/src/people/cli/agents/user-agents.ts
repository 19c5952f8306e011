import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findSimilarWord, formatForeignName } from '#core';
import type { SavedAgent, KnownAgents } from '#serving/catalog';
import type { LoginStore } from '#engine/port';
import type { CommandContext } from '../command.ts';
import { CommandError } from '../command-error.ts';
import { formatError } from '../output/format-error.ts';
import { writeErrorLine } from '../output/error-writer.ts';

export async function openUserAgents(env: CommandContext['env']): Promise<KnownAgents> {
  const catalog = await import('#serving/catalog');
  return catalog.openKnownAgents(join(catalog.requireConfigurationFolder(env), 'agents.json'));
}

/** Finds an agent by URL, path or saved name, with the saved public keys for its URL. */
export async function resolveAgent(
  named: string,
  env: CommandContext['env'],
): Promise<Partial<SavedAgent> & Pick<SavedAgent, 'source'>> {
  const { isAddress, normalizeSource } = await import('#serving/catalog');
  if (isAddress(named)) {
    const source = normalizeSource(named);
    const agents = isConfigurationFolderKnown(env) ? await openUserAgents(env) : undefined;
    const { card_keys } = agents?.find(source) ?? {};
    return { source, ...(card_keys && { card_keys }) };
  }
  if (existsSync(named)) return { source: named };
  const agents = isConfigurationFolderKnown(env) ? await openUserAgents(env) : undefined;
  const found = agents?.find(named);
  if (!found && !/[./\\]/.test(named)) throw createUnknownAgentError(named, agents);
  return found ?? { source: named };
}

/** Creates the error for a name that is neither a saved agent nor a folder. */
function createUnknownAgentError(named: string, agents: KnownAgents | undefined): CommandError {
  const saved = describeSavedAgents(named, agents);
  return new CommandError(
    'unknown-agent',
    `there is no agent or folder ${formatForeignName(named)}: ${saved}; give the path or the URL of an agent, or save one with timestep agents add`,
  );
}

/** Lists the names of the saved agents, and the most similar one. */
export function describeSavedAgents(named: string, agents: KnownAgents | undefined): string {
  const known = [...(agents?.listAdded() ?? []), ...(agents?.listRecent() ?? [])];
  const names = [...new Set(known.map(({ name }) => name))];
  const meant = findSimilarWord(named, names);
  const shown = names.slice(0, MOST_NAMES).map(formatForeignName).join(', ');
  const advice = meant === undefined ? '' : `; did you mean ${formatForeignName(meant)}?`;
  return names.length === 0 ? 'no agent is saved' : `the saved agents are ${shown}${advice}`;
}

const MOST_NAMES = 10;

export async function rememberAgentUse(
  { name, source }: SavedAgent,
  { env, writeError }: Pick<CommandContext, 'env' | 'writeError'>,
): Promise<void> {
  if (!isConfigurationFolderKnown(env)) return;
  try {
    const catalog = await import('#serving/catalog');
    const agents = await openUserAgents(env);
    const used = catalog.normalizeSource(source);
    const known = agents.listAdded().find((agent) => agent.source === used);
    const ownName = catalog.isAddress(used) ? catalog.deriveAgentName(used) : name;
    await agents.recordUse({ name: known?.name ?? ownName, source: used });
  } catch (thrown) {
    const why = formatError(thrown);
    writeErrorLine(writeError, `the agent could not be saved as recently used: ${why}`);
  }
}

export function isConfigurationFolderKnown(env: CommandContext['env']): boolean {
  return ['TIMESTEP_CONFIG', 'XDG_CONFIG_HOME', 'HOME', 'USERPROFILE'].some((name) => env[name]);
}

/** Opens the user's stored logins. Throws `CatalogError` if the configuration folder is unknown. */
export async function openUserLogins(env: CommandContext['env']): Promise<LoginStore> {
  const catalog = await import('#serving/catalog');
  return catalog.openLoginFile(join(catalog.requireConfigurationFolder(env), 'logins.json'));
}

export async function openUserLoginsIfConfigured(
  env: CommandContext['env'],
): Promise<LoginStore | undefined> {
  return isConfigurationFolderKnown(env) ? openUserLogins(env) : undefined;
}
