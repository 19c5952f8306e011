import type { ClientCredentials, EnvironmentTarget } from '../../../protocols/mcp/index.ts';
import type { Fields } from '../text/fields.ts';
import { type Include, INCLUDES } from './notes.ts';
import {
  expandText,
  expandList,
  expandTexts,
  type Expansion,
  type SecretSources,
} from './secrets.ts';
import { omitUndefined } from '../text/omit-undefined.ts';

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
/** The transport of other types is negotiated with the server. */
const TRANSPORTS: ReadonlyMap<string | undefined, 'sse' | 'streamable-http'> = new Map([
  ['sse', 'sse'],
  ['streamable-http', 'streamable-http'],
  ['streamableHttp', 'streamable-http'],
]);
/** One day, the maximum duration of a handoff. */
const LONGEST_TIMEOUT_S = 24 * 60 * 60;

/** Skips servers of type `internal`. Invalid servers are reported and omitted. */
export function parseToolServers(
  servers: Fields,
  secrets: SecretSources,
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
    const options = omitUndefined({
      headers: Object.keys(headers).length > 0 ? headers : undefined,
      oauth,
      startTimeoutMs: parseTimeout(server, 'startTimeoutSeconds'),
      instructions: server.getFlag('instructions'),
      sampling: parseSampling(server),
      roots: parseRoots(server, resolvePath),
      callTimeoutMs: parseTimeout(server, 'callTimeoutSeconds'),
    });
    const switches = { ...parseSwitches(server), approval: parseApproval(server, true) };
    return [{ name, target, secrets: [...revealed], ...options, ...switches }];
  });
}

/** Returns milliseconds. */
function parseTimeout(server: Fields, name: string): number | undefined {
  const seconds = server.getNumber(name, 1, LONGEST_TIMEOUT_S);
  return seconds === undefined ? undefined : seconds * 1000;
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
    const transport = TRANSPORTS.get(type);
    return { url, ...(transport && { transport }) };
  }
  return {
    command: server.requireText('command', command),
    args: expandList(server, 'args', expansion) ?? [],
    env: expandTexts(server.getObject('env'), expansion),
    cwd: resolvePath(expandText(server, 'cwd', expansion) ?? '.'),
  };
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

/** Limits for a server's requests to the agent's model during tool calls (MCP sampling). */
interface SamplingBudget {
  readonly maxCalls: number;
  readonly maxTokens: number;
}

const DEFAULT_BUDGET: SamplingBudget = { maxCalls: 5, maxTokens: 20_000 };

/** Parses `sampling`: `true`, or a budget. If missing or `false`, sampling is not allowed. */
function parseSampling(server: Fields): SamplingBudget | undefined {
  const given = server.value['sampling'];
  if (given === undefined || given === null || typeof given === 'boolean') {
    return given === true ? DEFAULT_BUDGET : undefined;
  }
  if (typeof given !== 'object') {
    const message = 'must be true, or an object such as { "maxCalls": 5, "maxTokens": 20000 }';
    server.reportMistake('sampling', message);
    return undefined;
  }
  const budget = server.getObject('sampling');
  return {
    maxCalls: budget.getNumber('maxCalls', 1, 1000) ?? DEFAULT_BUDGET.maxCalls,
    maxTokens: budget.getNumber('maxTokens', 1, 10_000_000) ?? DEFAULT_BUDGET.maxTokens,
  };
}

/** `true` for the agent's folder, or paths relative to it. */
function parseRoots(
  server: Fields,
  resolvePath: (path: string) => string,
): readonly string[] | undefined {
  const given = server.value['roots'];
  if (given === undefined || given === null || typeof given === 'boolean') {
    return given === true ? [resolvePath('.')] : undefined;
  }
  return server.getTexts('roots')?.map(resolvePath);
}

function parseClientCredentials(
  server: Fields,
  expansion: Expansion,
): ClientCredentials | undefined {
  if (server.value['oauth'] === undefined) return undefined;
  const oauth = server.getObject('oauth');
  if (server.value['url'] === undefined)
    server.reportMistake('oauth', 'is only for servers with a url');
  const clientId = oauth.requireText('clientId', expandText(oauth, 'clientId', expansion));
  const issuer = oauth.requireText('issuer', expandText(oauth, 'issuer', expansion));
  if (issuer !== '' && !/^https?:$/.test(URL.parse(issuer)?.protocol ?? '')) {
    oauth.reportMistake('issuer', 'must be a URL such as https://issuer.example');
  }
  const clientSecret = expandText(oauth, 'clientSecret', expansion);
  const privateKey = expandText(oauth, 'privateKey', expansion);
  const [algorithm, scope] = ['algorithm', 'scope'].map((name) =>
    expandText(oauth, name, expansion),
  );
  if (clientSecret !== undefined && privateKey !== undefined) {
    oauth.reportMistake('privateKey', 'cannot be combined with clientSecret: use one of them');
  }
  if (oauth.value['clientSecret'] === undefined && oauth.value['privateKey'] === undefined) {
    oauth.reportMistake('clientSecret', 'is missing: set clientSecret or privateKey');
  }
  return { clientId, issuer, ...omitUndefined({ clientSecret, privateKey, algorithm, scope }) };
}
