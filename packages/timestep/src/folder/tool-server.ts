import type { ClientCredentials, EnvironmentTarget } from '../mcp/index.ts';
import { clientCredentialsIn } from './client-credentials-in.ts';
import { expanded, expandedList, expandedTexts, type Expansion } from './expand.ts';
import type { Fields } from './fields.ts';
import type { Include } from './note.ts';
import { INCLUDES } from './read-note.ts';
import { rootsIn, samplingIn, type SamplingBudget } from './server-grants.ts';
import type { Secrets } from './secrets.ts';

/** What holds for the tools of a server, and for single ones of them. */
export interface PerTool<T> {
  readonly serverDefault: T;
  readonly tools: ReadonlyMap<string, T>;
}

/** What a folder says of each server and its tools. */
export interface ServerSwitches {
  /** The prefix of its tools, which are called `<name>_<tool>`. */
  readonly name: string;
  /** A tool that is not enabled is not offered at all. */
  readonly enabled: PerTool<boolean>;
  /** Whether the model receives a tool. */
  readonly include: PerTool<Include>;
  /** Whether a person must allow each call. */
  readonly approval: PerTool<boolean | undefined>;
}

/** An MCP server whose tools an agent has. */
export interface ToolServer extends ServerSwitches {
  readonly target: EnvironmentTarget;
  readonly headers?: Readonly<Record<string, string>>;
  /** How the agent gets tokens for the server. */
  readonly oauth?: ClientCredentials;
  /** How long the server may take to be there, and a call may go without a sign of life. */
  readonly startTimeoutMs?: number;
  readonly callTimeoutMs?: number;
  /** Whether the model reads what the server says of its use. Default true. */
  readonly instructions?: boolean;
  /** What the server may ask of the agent's model while one of its tools is called; absent: nothing. */
  readonly sampling?: SamplingBudget;
  /** Folders that the server is given to know as those it may work in, absolute; absent: it is not. */
  readonly roots?: readonly string[];
  /** Values of variables that the folder gives the server: they appear in no message. */
  readonly secrets: readonly string[];
  readonly approval: PerTool<boolean>;
}

const TYPES = ['stdio', 'http', 'streamable-http', 'streamableHttp', 'sse', 'internal'] as const;
/** A day, as long as a handoff may take. */
const LONGEST_TIMEOUT_S = 24 * 60 * 60;

/**
 * The servers of `mcpServers`; `resolved` makes a path of where a command is run. Servers of type
 * `internal` are apart (`internalServersIn`), and what is reported is left out.
 */
export function toolServersIn(
  servers: Fields,
  secrets: Secrets,
  resolved: (cwd: string) => string,
): ToolServer[] {
  return Object.keys(servers.value).flatMap((name): ToolServer[] => {
    if (!isServerName(name)) {
      servers.wrong(name, 'must be named with letters, digits, - and _ only');
      return [];
    }
    const server = servers.inside(name);
    const type = server.choice('type', TYPES);
    if (type === 'internal') return [];
    const revealed = new Set<string>();
    const reveal = (secret: string): void => void revealed.add(secret);
    const expansion: Expansion = { secrets, reveal, folder: resolved('.') };
    const headers = expandedTexts(server.inside('headers'), expansion);
    const target = targetIn(server, expansion, resolved, type);
    const oauth = clientCredentialsIn(server, expansion);
    const startTimeout = server.number('startTimeoutSeconds', 1, LONGEST_TIMEOUT_S);
    const instructions = server.flag('instructions');
    const sampling = samplingIn(server);
    const roots = rootsIn(server, resolved);
    const callTimeout = server.number('callTimeoutSeconds', 1, LONGEST_TIMEOUT_S);
    return [
      {
        name,
        target,
        secrets: [...revealed],
        ...(instructions !== undefined && { instructions }),
        ...(sampling && { sampling }),
        ...(roots && { roots }),
        ...(Object.keys(headers).length > 0 && { headers }),
        ...(oauth && { oauth }),
        ...(startTimeout !== undefined && { startTimeoutMs: startTimeout * 1000 }),
        ...(callTimeout !== undefined && { callTimeoutMs: callTimeout * 1000 }),
        ...switchesIn(server),
        approval: approvalIn(server, true),
      },
    ];
  });
}

/** True for names that servers may have: they are part of the names of tools. */
export function isServerName(name: string): boolean {
  return /^[\w-]+$/.test(name);
}

function targetIn(
  server: Fields,
  expansion: Expansion,
  resolved: (cwd: string) => string,
  type: (typeof TYPES)[number] | undefined,
): EnvironmentTarget {
  const url = expanded(server, 'url', expansion);
  const command = expanded(server, 'command', expansion);
  if (url === undefined && server.value['url'] !== undefined) return { url: '' };
  if (url !== undefined) {
    if (command !== undefined) server.wrong('command', 'is beside url: use one of them');
    if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) {
      server.wrong('url', 'must be an address, as http://127.0.0.1:8080/mcp');
    }
    return { url, ...transportOf(type) };
  }
  return {
    command: server.needed('command', command),
    args: expandedList(server, 'args', expansion) ?? [],
    env: expandedTexts(server.inside('env'), expansion),
    cwd: resolved(expanded(server, 'cwd', expansion) ?? '.'),
  };
}

/** The transport of a type; none where the server is to be asked. */
function transportOf(
  type: (typeof TYPES)[number] | undefined,
): Pick<Extract<EnvironmentTarget, { url: string | URL }>, 'transport'> {
  switch (type) {
    case 'sse':
      return { transport: 'sse' };
    case 'streamable-http':
    case 'streamableHttp':
      return { transport: 'streamable-http' };
    case 'http':
    case 'stdio':
    case 'internal':
    case undefined:
      return {};
  }
}

/** Which tools of a server there are, and which the model receives. */
export function switchesIn(server: Fields): Pick<ServerSwitches, 'enabled' | 'include'> {
  return {
    enabled: perTool(server, 'toolEnabled', { field: 'enabled', read: flag }, true),
    include: perTool(server, 'toolInclude', { field: 'include', read: include }, 'always'),
  };
}

/** Which tools of a server need a yes; `otherwise` where the folder does not say so. */
export function approvalIn<T extends boolean | undefined>(
  server: Fields,
  otherwise: T,
): PerTool<T | boolean> {
  const later = { field: 'permissionRequired', read: flag };
  return perTool<T | boolean>(server, 'toolPermissionRequired', later, otherwise);
}

type Read<T> = (fields: Fields, name: string) => T | undefined;

const flag: Read<boolean> = (fields, name) => fields.flag(name);
const include: Read<Include> = (fields, name) => fields.choice(name, INCLUDES);

/**
 * One switch of a server, as `{ serverDefault, tools }`, or in the later spelling of TsAgent: a field
 * of `serverToolDefaults` and of each of `tools`.
 */
function perTool<T>(
  server: Fields,
  name: string,
  later: { readonly field: string; readonly read: Read<T> },
  otherwise: T,
): PerTool<T> {
  const { field, read } = later;
  const own = server.inside(name);
  const single = server.inside('tools');
  const tools = new Map<string, T>();
  for (const tool of Object.keys(single.value)) {
    const value = read(single.inside(tool), field);
    if (value !== undefined) tools.set(tool, value);
  }
  const named = own.inside('tools');
  for (const tool of Object.keys(named.value)) {
    const value = read(named, tool);
    if (value !== undefined) tools.set(tool, value);
  }
  const serverDefault =
    read(own, 'serverDefault') ?? read(server.inside('serverToolDefaults'), field) ?? otherwise;
  return { serverDefault, tools };
}
