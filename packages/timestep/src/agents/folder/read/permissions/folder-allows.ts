import { createMask, omitUndefined, toCanonicalJson } from '#core';
import { digestText } from '#engine/tools';
import type { AgentFolder } from '../../agent-folder.ts';
import type { PerTool } from '../servers/server-switches.ts';

/** Everything that a folder lets happen without asking a person. */
export interface FolderAllows {
  /** Allow rules. */
  readonly rules: readonly string[];
  /** Servers and tools, such as `fs` and `fs_read`, whose calls need no approval. */
  readonly withoutApproval: readonly string[];
  /** Whether `toolPermission` is `never`. */
  readonly asksNever: boolean;
  /** How each server is started or reached, because its tools are what is allowed. */
  readonly servers: readonly string[];
  /** Names and digests of the tools to which the rules are bound. */
  readonly pins: readonly string[];
}

type Allowing = Pick<
  AgentFolder,
  'permissions' | 'pins' | 'settings' | 'servers' | 'internalServers'
>;

/** Collects what a folder allows. Undefined if it allows nothing without asking a person. */
export function collectAllows(folder: Allowing): FolderAllows | undefined {
  const { permissions, settings } = folder;
  const allows: FolderAllows = {
    rules: permissions.allow ?? [],
    withoutApproval: [...folder.servers, ...folder.internalServers].flatMap(listWithoutApproval),
    asksNever: settings.toolPermission === 'never',
    pins: [...(folder.pins ?? [])].map(([name, { digest }]) => `${name} ${digest}`),
    servers: folder.servers.map(({ name, target, secrets }) =>
      createMask(secrets)(toCanonicalJson({ name, target })),
    ),
  };
  const isNone = allows.rules.length + allows.withoutApproval.length === 0 && !allows.asksNever;
  return isNone ? undefined : allows;
}

function listWithoutApproval(server: {
  readonly name: string;
  readonly approval: PerTool<boolean | undefined>;
}): readonly string[] {
  const { serverDefault, tools } = server.approval;
  const own = [...tools].flatMap(([tool, asks]) =>
    asks === false ? [`${server.name}_${tool}`] : [],
  );
  return serverDefault === false ? [server.name, ...own] : own;
}

/** Returns a digest that is equal as long as a folder allows the same. Order does not count. */
export function digestAllows(allows: FolderAllows): string {
  const { rules, withoutApproval, servers, pins, asksNever } = allows;
  const lists = [rules, withoutApproval, servers, pins].map((list) => list.toSorted());
  return digestText(toCanonicalJson([...lists, asksNever]));
}

/** Returns a folder that allows nothing without asking a person. All that it denies stays denied. */
export function removeAllows(folder: AgentFolder): AgentFolder {
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

/** Says in lines what a folder allows without asking a person. */
export function describeAllows({ rules, withoutApproval, asksNever }: FolderAllows): string[] {
  return [
    ...(asksNever ? ['every call (toolPermission is never)'] : []),
    ...withoutApproval.map((name) => `calls of ${name}`),
    ...rules.map((rule) => `the rule ${rule}`),
  ];
}
