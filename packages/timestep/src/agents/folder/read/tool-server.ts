import type { ClientCredentials, EnvironmentTarget } from '../../../protocols/mcp/index.ts';
import { parseClientCredentials } from './parse-client-credentials.ts';
import { expandText, expandList, expandTexts, type Expansion } from './expand-secrets.ts';
import type { Fields } from '../text/fields.ts';
import type { Include } from '../note.ts';
import { INCLUDES } from './read-note.ts';
import { parseRoots, parseSampling, type SamplingBudget } from './server-grants.ts';
import type { SecretSource } from './secrets.ts';

/** A setting for all tools of a server, with exceptions for single tools. */
export interface PerTool<T> {
  readonly serverDefault: T;
  readonly tools: ReadonlyMap<string, T>;
}

/** A folder's settings for a server and its tools. */
export interface ServerSwitches {
  /** The server's name and the prefix of its tools, which are named `<name>_<tool>`. */
  readonly name: string;
  /** Disabled tools are never offered. */
  readonly enabled: PerTool<boolean>;
  readonly include: PerTool<Include>;
  readonly approval: PerTool<boolean | undefined>;
}

/** An MCP server that provides tools to an agent. */
export interface ToolServer extends ServerSwitches {
  readonly target: EnvironmentTarget;
  readonly headers?: Readonly<Record<string, string>>;
  /** Client credentials with which the agent gets tokens for the server. */
  readonly oauth?: ClientCredentials;
  readonly startTimeoutMs?: number;
  /** Milliseconds that a call may run without any sign of progress. */
  readonly callTimeoutMs?: number;
  /** Whether the model receives the server's instructions. Default: true. */
  readonly instructions?: boolean;
  /** Limits for MCP sampling. Undefined if it is not allowed. */
  readonly sampling?: SamplingBudget;
  /** Absolute paths that are sent as MCP roots. */
  readonly roots?: readonly string[];
  /** Secret values that the folder passes to the server. They must appear in no message. */
  readonly secrets: readonly string[];
  readonly approval: PerTool<boolean>;
}

const TYPES = ['stdio', 'http', 'streamable-http', 'streamableHttp', 'sse', 'internal'] as const;
/** One day, the maximum duration of a handoff. */
const LONGEST_TIMEOUT_S = 24 * 60 * 60;

/** Skips servers of type `internal`. Invalid servers are reported and omitted. */
export function parseToolServers(
  servers: Fields,
  secrets: SecretSource,
  resolvePath: (cwd: string) => string,
): ToolServer[] {
  return Object.keys(servers.value).flatMap((name): ToolServer[] => {
    if (!isServerName(name)) {
      servers.reportMistake(name, 'must have a name of letters, digits, - and _');
      return [];
    }
    const server = servers.getObject(name);
    const type = server.getChoice('type', TYPES);
    if (type === 'internal') return [];
    const revealed = new Set<string>();
    const reveal = (secret: string): void => void revealed.add(secret);
    const expansion: Expansion = { secrets, reveal, folder: resolvePath('.') };
    const headers = expandTexts(server.getObject('headers'), expansion);
    const target = parseTarget(server, expansion, resolvePath, type);
    const oauth = parseClientCredentials(server, expansion);
    const startTimeout = server.getNumber('startTimeoutSeconds', 1, LONGEST_TIMEOUT_S);
    const instructions = server.getFlag('instructions');
    const sampling = parseSampling(server);
    const roots = parseRoots(server, resolvePath);
    const callTimeout = server.getNumber('callTimeoutSeconds', 1, LONGEST_TIMEOUT_S);
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
        ...parseSwitches(server),
        approval: parseApproval(server, true),
      },
    ];
  });
}

export function isServerName(name: string): boolean {
  return /^[\w-]+$/.test(name);
}

function parseTarget(
  server: Fields,
  expansion: Expansion,
  resolvePath: (cwd: string) => string,
  type: (typeof TYPES)[number] | undefined,
): EnvironmentTarget {
  const url = expandText(server, 'url', expansion);
  const command = expandText(server, 'command', expansion);
  if (url === undefined && server.value['url'] !== undefined) return { url: '' };
  if (url !== undefined) {
    if (command !== undefined)
      server.reportMistake('command', 'cannot be combined with url: use one of them');
    if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) {
      server.reportMistake('url', 'must be a URL such as http://127.0.0.1:8080/mcp');
    }
    return { url, ...toTransport(type) };
  }
  return {
    command: server.requireText('command', command),
    args: expandList(server, 'args', expansion) ?? [],
    env: expandTexts(server.getObject('env'), expansion),
    cwd: resolvePath(expandText(server, 'cwd', expansion) ?? '.'),
  };
}

/** Empty if the transport is negotiated with the server. */
function toTransport(
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

export function parseSwitches(server: Fields): Pick<ServerSwitches, 'enabled' | 'include'> {
  return {
    enabled: parsePerTool(server, 'toolEnabled', { field: 'enabled', read: readFlag }, true),
    include: parsePerTool(server, 'toolInclude', { field: 'include', read: readInclude }, 'always'),
  };
}

export function parseApproval<T extends boolean | undefined>(
  server: Fields,
  defaultApproval: T,
): PerTool<T | boolean> {
  const later = { field: 'permissionRequired', read: readFlag };
  return parsePerTool<T | boolean>(server, 'toolPermissionRequired', later, defaultApproval);
}

type ReadField<T> = (fields: Fields, name: string) => T | undefined;

const readFlag: ReadField<boolean> = (fields, name) => fields.getFlag(name);
const readInclude: ReadField<Include> = (fields, name) => fields.getChoice(name, INCLUDES);

/** Reads `{ serverDefault, tools }`, or a field of `serverToolDefaults` and of `tools`. */
function parsePerTool<T>(
  server: Fields,
  name: string,
  newerFormat: { readonly field: string; readonly read: ReadField<T> },
  fallback: T,
): PerTool<T> {
  const { field, read } = newerFormat;
  const own = server.getObject(name);
  const single = server.getObject('tools');
  const tools = new Map<string, T>();
  for (const tool of Object.keys(single.value)) {
    const value = read(single.getObject(tool), field);
    if (value !== undefined) tools.set(tool, value);
  }
  const named = own.getObject('tools');
  for (const tool of Object.keys(named.value)) {
    const value = read(named, tool);
    if (value !== undefined) tools.set(tool, value);
  }
  const serverDefault =
    read(own, 'serverDefault') ?? read(server.getObject('serverToolDefaults'), field) ?? fallback;
  return { serverDefault, tools };
}
