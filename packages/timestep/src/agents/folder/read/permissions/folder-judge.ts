import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { omitUndefined } from '#core';
import { createRuleJudge, readLink, type PathFacts, type RuleJudge } from '#engine/tools';
import type { AgentFolder } from '../../agent-folder.ts';
import { MANIFEST, PINS, SERVER_FILES, VARIABLES } from '../../storage/agent-paths.ts';
import { findConfigurationFolder } from '../../storage/configuration-folder.ts';

type JudgedFolder = Pick<AgentFolder, 'permissions' | 'servers'> &
  Partial<Pick<AgentFolder, 'path'>>;

/**
 * Creates the judge of a folder's permission rules. Relative paths in calls of a local server start
 * at the server's directory, and links are resolved.
 */
export function createFolderJudge({ permissions, servers, path }: JudgedFolder): RuleJudge {
  const guarded = listGuardedPaths(path);
  const judges = new Map<string, RuleJudge>();
  const local = servers.flatMap(({ name, target }) =>
    'command' in target ? [{ name, root: target.cwd ?? process.cwd() }] : [],
  );

  function getOrCreateJudge(tool: string): RuleJudge {
    const owners = local.filter(({ name }) => tool.startsWith(`${name}_`));
    const [owner] = owners.toSorted((one, other) => other.name.length - one.name.length);
    const name = owner?.name ?? '';
    const known = judges.get(name);
    if (known) return known;
    const facts = owner
      ? createLocalPathFacts(owner.root, guarded)
      : createRemotePathFacts(guarded);
    const judge = createRuleJudge(permissions, facts);
    judges.set(name, judge);
    return judge;
  }

  return (call) => getOrCreateJudge(call.name)(call);
}

/**
 * Lists the files that define what an agent may do: no allow rule permits the agent to write them.
 */
function listGuardedPaths(folder: string | undefined): readonly string[] {
  const configuration = findConfigurationFolder(process.env);
  const files = [MANIFEST, PINS, VARIABLES, ...SERVER_FILES];
  return [
    ...(folder === undefined ? [] : files.map((file) => join(folder, file))),
    ...(configuration === undefined ? [] : [resolve(configuration)]),
  ];
}

/** A remote server resolves relative paths and links in its own way, which is unknown here. */
function createRemotePathFacts(guarded: readonly string[]): PathFacts {
  return { home: homedir(), foldsCase: isCaseInsensitivePlatform(), guarded };
}

function createLocalPathFacts(root: string, guarded: readonly string[]): PathFacts {
  return omitUndefined({
    root,
    home: homedir(),
    foldsCase: isCaseInsensitiveFolder(root),
    readLink: process.platform === 'win32' ? undefined : readLink,
    guarded,
  });
}

/** Whether file names that differ only in case are the same file, as on some file systems. */
export function isCaseInsensitiveFolder(folder: string): boolean {
  for (let path = resolve(folder); dirname(path) !== path; path = dirname(path)) {
    const name = basename(path);
    const other = spellInOtherCase(name);
    if (other === name) continue;
    const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
    if (!stats) continue;
    const same = statSync(join(dirname(path), other), { bigint: true, throwIfNoEntry: false });
    return same?.ino === stats.ino && same.dev === stats.dev;
  }
  return isCaseInsensitivePlatform();
}

function spellInOtherCase(name: string): string {
  const upper = name.toUpperCase();
  return upper === name ? name.toLowerCase() : upper;
}

function isCaseInsensitivePlatform(): boolean {
  return process.platform === 'darwin' || process.platform === 'win32';
}
