import { createMask, omitUndefined, toCanonicalJson } from '#core';
import { digestText } from '#engine/tools';
import type { AgentFolder } from '../../agent-folder.ts';
import type { PerTool } from '../servers/server-switches.ts';

/** Everything that a folder allows without a user's approval. */
export interface FolderAllows {
  /** Permission rules that allow tool calls. */
  readonly rules: readonly string[];
  /** Servers and tools, such as `fs` and `fs_read`, whose calls need no approval. */
  readonly withoutApproval: readonly string[];
  /** Whether the folder sets `toolPermission` to `never`, so that no call needs approval. */
  readonly asksNever: boolean;
  /**
   * Command or URL of each server, because an approval of its tools depends on which server runs.
   */
  readonly servers: readonly string[];
  /** Names and digests of the tool definitions to which the allow rules are pinned. */
  readonly pins: readonly string[];
}

type Allowing = Pick<
  AgentFolder,
  'permissions' | 'pins' | 'settings' | 'servers' | 'internalServers'
>;

/** Collects what a folder allows without a user's approval. Undefined if it allows nothing. */
export function collectGrants(folder: Allowing): FolderAllows | undefined {
  const { permissions, settings } = folder;
  const allows: FolderAllows = {
    rules: permissions.allow ?? [],
    withoutApproval: [...folder.servers, ...folder.internalServers].flatMap(
      listToolsWithoutApproval,
    ),
    asksNever: settings.toolPermission === 'never',
    pins: [...(folder.pins ?? [])].map(([name, { digest }]) => `${name} ${digest}`),
    servers: folder.servers.map(({ name, target, secrets }) =>
      createMask(secrets)(toCanonicalJson({ name, target })),
    ),
  };
  const isNone = allows.rules.length + allows.withoutApproval.length === 0 && !allows.asksNever;
  return isNone ? undefined : allows;
}

function listToolsWithoutApproval(server: {
  readonly name: string;
  readonly approval: PerTool<boolean | undefined>;
}): readonly string[] {
  const { serverDefault, tools } = server.approval;
  const own = [...tools].flatMap(([tool, asks]) =>
    asks === false ? [`${server.name}_${tool}`] : [],
  );
  return serverDefault === false ? [server.name, ...own] : own;
}

/** Returns a digest of the allowed actions, which does not depend on their order. */
export function digestGrants(allows: FolderAllows): string {
  const { rules, withoutApproval, servers, pins, asksNever } = allows;
  const lists = [rules, withoutApproval, servers, pins].map((list) => list.toSorted());
  return digestText(toCanonicalJson([...lists, asksNever]));
}

/** Returns the folder without its allow rules and approvals. Its deny rules stay. */
export function removeGrants(folder: AgentFolder): AgentFolder {
  const { settings, servers, internalServers } = folder;
  const { allow: _allow, ...permissions } = folder.permissions;
  const toolPermission = settings.toolPermission === 'never' ? 'tool' : settings.toolPermission;
  return {
    ...folder,
    permissions: omitUndefined(permissions),
    settings: { ...settings, toolPermission },
    servers: servers.map((server) => ({
      ...server,
      approval: { serverDefault: true, tools: keepAsking(server.approval.tools) },
    })),
    internalServers: internalServers.map((server) => ({
      ...server,
      approval: {
        serverDefault: server.approval.serverDefault || undefined,
        tools: keepAsking(server.approval.tools),
      },
    })),
  };
}

function keepAsking<T>(tools: ReadonlyMap<string, T>): ReadonlyMap<string, T> {
  return new Map([...tools].filter(([, asks]) => asks !== false));
}

/** Describes line by line what a folder allows without a user's approval. */
export function describeGrants({ rules, withoutApproval, asksNever }: FolderAllows): string[] {
  return [
    ...(asksNever ? ['every call (toolPermission is never)'] : []),
    ...withoutApproval.map((name) => `calls of ${name}`),
    ...rules.map((rule) => `the rule ${rule}`),
  ];
}
