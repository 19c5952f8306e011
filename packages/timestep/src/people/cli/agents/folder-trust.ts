import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { formatForeignLine, type JsonObject, type JsonValue } from '#core';
import type { AgentFolder, FolderAllows, ToolPermission } from '#agents/folder';
import type { LoadFolderOptions } from '#agents/agent';
import type { FolderTrust as Decision, TrustedFolders } from '#serving/catalog';
import type { AskUser, CommandContext, Option } from '../command.ts';
import { writeErrorLine } from '../output/error-writer.ts';
import { quoteShellWord } from '../output/plain-text.ts';
import { isConfigurationFolderKnown } from './user-agents.ts';

export const TRUST_OPTION: Option = {
  about: 'trusts the folder, so that its allow rules take effect; see "timestep trust"',
};

/**
 * Decides whether to trust the permissions in folders (calls allowed without approval), and asks
 * the user once per folder.
 */
export interface FolderTrust {
  readonly trusts: NonNullable<LoadFolderOptions['trusts']>;
  /**
   * Asks the user about the permissions in the loaded folders, and in folders of agents that they
   * may call. Resolves to whether the user trusts another folder, which must then be loaded again.
   */
  askAboutLoaded(called: readonly string[]): Promise<boolean>;
  /**
   * Keeps a trusted folder trusted when a command of the user changes the folder's settings. Call it before
   * the change.
   */
  renew(folder: AgentFolder, changes: JsonObject): Promise<void>;
}

export interface TrustOptions extends Pick<CommandContext, 'env' | 'now' | 'writeError'> {
  /** Asks the user whether to trust a folder. Undefined if no user can be asked. */
  readonly ask?: AskUser | undefined;
  /** Whether the user trusts every loaded folder. */
  readonly isTrusted: boolean;
  /** The folder or file on the command line, if any. */
  readonly named?: string | undefined;
}

export async function openFolderTrust(options: TrustOptions): Promise<FolderTrust> {
  const { env, now, writeError, isTrusted } = options;
  const { collectGrants, describeGrants, digestGrants } = await import('#agents/folder');
  const store = isConfigurationFolderKnown(env) ? await openUserTrust(env) : createMemoryTrust();
  const pending = new Map<string, FolderAllows>();
  let isLoading = true;
  /** Digest of the permissions in the folder on the command line, as of the first loading. */
  let namedDigest: string | undefined;

  function reportIgnoredAllowRules(path: string): void {
    const command = `timestep trust ${quoteShellWord(path)}`;
    const what = 'its allow rules are ignored, because you have not trusted the folder';
    writeErrorLine(writeError, `${path}: ${what}; to trust it: ${command}`);
  }

  function isTrustUndecided(path: string, allows: FolderAllows): boolean {
    const known = store.find(path, digestGrants(allows));
    return !known || (isTrusted && !known.is_trusted);
  }

  async function addPathIfTrustUndecided(path: string): Promise<void> {
    const { readAgentFolder } = await import('#agents/folder');
    try {
      const allows = collectGrants(readAgentFolder(path, { env }));
      if (allows && isTrustUndecided(path, allows)) pending.set(path, allows);
    } catch {
      // An agent that cannot be read is reported when it is called.
    }
  }

  async function askToTrust(path: string, allows: FolderAllows): Promise<boolean | undefined> {
    if (isTrusted) return true;
    const lines = describeGrants(allows).map((line) => `  ${formatForeignLine(line)}\n`);
    const start = `${formatForeignLine(path)} wants to run without asking you:\n${lines.join('')}`;
    const answer = await options.ask?.(`${start}Do you trust it? [y/N] `);
    return answer === undefined ? undefined : /^y(?:es)?$/i.test(answer);
  }

  /**
   * Without a terminal, a folder on the command line is trusted with its present permissions, but
   * not with later ones.
   */
  function isNamedOnCommandLine(path: string, digest: string): boolean {
    const { named } = options;
    if (options.ask !== undefined || named === undefined || !isSamePath(named, path)) return false;
    namedDigest ??= digest;
    return namedDigest === digest;
  }

  return {
    trusts(allows, path) {
      const digest = digestGrants(allows);
      if (store.find(path, digest)?.is_trusted ?? isNamedOnCommandLine(path, digest)) return true;
      if (isLoading && isTrustUndecided(path, allows)) pending.set(path, allows);
      else reportIgnoredAllowRules(path);
      return false;
    },
    async askAboutLoaded(called) {
      for (const path of called) await addPathIfTrustUndecided(path);
      isLoading = false;
      let isOneTrusted = false;
      for (const [path, allows] of pending) {
        const isYes = await askToTrust(path, allows);
        if (isYes !== undefined) await store.decide(path, digestGrants(allows), isYes, now);
        if (!isYes) reportIgnoredAllowRules(path);
        isOneTrusted ||= isYes === true;
      }
      return isOneTrusted;
    },
    async renew(folder, { toolPermission }) {
      const before = collectGrants(folder);
      const isKnown =
        before === undefined || store.find(folder.path, digestGrants(before))?.is_trusted;
      if (isKnown !== true || !isToolPermission(toolPermission)) return;
      const after = collectGrants({ ...folder, settings: { ...folder.settings, toolPermission } });
      if (after) await store.decide(folder.path, digestGrants(after), true, now);
    },
  };
}

export async function openUserTrust(env: CommandContext['env']): Promise<TrustedFolders> {
  const { requireConfigurationFolder, openTrustedFolders } = await import('#serving/catalog');
  return openTrustedFolders(join(requireConfigurationFolder(env), 'trust.json'));
}

/** Keeps decisions about trusted folders in memory, for a user without a configuration folder. */
function createMemoryTrust(): Pick<TrustedFolders, 'find' | 'decide'> {
  const decisions: Decision[] = [];
  return {
    find: (path, digest) => decisions.findLast((one) => one.path === path && one.digest === digest),
    async decide(path, digest, isTrusted, at) {
      decisions.push({ path, digest, is_trusted: isTrusted, at });
    },
  };
}

/** Whether two paths are the same file. A path that does not exist is not the same as any other. */
function isSamePath(one: string, other: string): boolean {
  try {
    return realpathSync(one) === realpathSync(other);
  } catch {
    return false;
  }
}

function isToolPermission(value: JsonValue | undefined): value is ToolPermission {
  return value === 'always' || value === 'never' || value === 'tool';
}
