import type { EnvironmentTarget } from '../mcp/index.ts';
import type { EnvironmentVariables } from '../model/index.ts';
import { expanded, expandedList, expandedTexts, type LookUp } from './expand.ts';
import type { Fields } from './fields.ts';
import type { Include } from './note.ts';

/** What holds for the tools of a server, and for single ones of them. */
export interface PerTool<T> {
  readonly serverDefault: T;
  readonly tools: ReadonlyMap<string, T>;
}

/** An MCP server whose tools an agent has. */
export interface ToolServer {
  /** The prefix of its tools, which are called `<name>_<tool>`. */
  readonly name: string;
  readonly target: EnvironmentTarget;
  readonly headers?: Readonly<Record<string, string>>;
  /** How long the server may take to be there, and a call may go without a sign of life. */
  readonly startTimeoutMs?: number;
  readonly callTimeoutMs?: number;
  /** Values of variables that the folder gives the server: they appear in no message. */
  readonly secrets: readonly string[];
  /** A tool that is not enabled is not offered at all. */
  readonly enabled: PerTool<boolean>;
  /** Whether the model receives a tool. */
  readonly include: PerTool<Include>;
  /** Whether a person must allow each call. */
  readonly approval: PerTool<boolean>;
}

const TYPES = ['stdio', 'http', 'streamable-http', 'streamableHttp', 'sse', 'internal'] as const;
/** A day, as long as a handoff may take. */
const LONGEST_TIMEOUT_S = 24 * 60 * 60;
const INCLUDES: readonly Include[] = ['always', 'agent', 'manual'];

/**
 * The servers of `mcpServers`; `folder` is where their commands are run and relative to what. Servers
 * of type `internal`, which change the folder itself, are left out. Throws `FolderError`.
 */
export function toolServersIn(
  servers: Fields,
  env: EnvironmentVariables,
  resolved: (cwd: string) => string,
): ToolServer[] {
  return Object.keys(servers.value).flatMap((name): ToolServer[] => {
    if (!/^[\w-]+$/.test(name)) {
      throw servers.wrong(name, 'must be named with letters, digits, - and _ only');
    }
    const server = servers.inside(name);
    if (server.choice('type', TYPES) === 'internal') return [];
    const secrets = new Set<string>();
    const lookUp: LookUp = (variable) => {
      const value = env[variable];
      if (value !== undefined) secrets.add(value);
      return value;
    };
    const headers = expandedTexts(server.inside('headers'), lookUp);
    const target = targetIn(server, lookUp, resolved);
    const startTimeout = server.number('startTimeoutSeconds', 1, LONGEST_TIMEOUT_S);
    const callTimeout = server.number('callTimeoutSeconds', 1, LONGEST_TIMEOUT_S);
    return [
      {
        name,
        target,
        secrets: [...secrets],
        ...(Object.keys(headers).length > 0 && { headers }),
        ...(startTimeout !== undefined && { startTimeoutMs: startTimeout * 1000 }),
        ...(callTimeout !== undefined && { callTimeoutMs: callTimeout * 1000 }),
        enabled: perTool(server.inside('toolEnabled'), true, (at, tool) => at.flag(tool)),
        include: perTool(server.inside('toolInclude'), 'always', (at, tool) =>
          at.choice(tool, INCLUDES),
        ),
        approval: perTool(server.inside('toolPermissionRequired'), true, (at, tool) =>
          at.flag(tool),
        ),
      },
    ];
  });
}

function targetIn(
  server: Fields,
  lookUp: LookUp,
  resolved: (cwd: string) => string,
): EnvironmentTarget {
  const url = expanded(server, 'url', lookUp);
  const command = expanded(server, 'command', lookUp);
  if (url !== undefined) {
    if (command !== undefined) throw server.wrong('command', 'is beside url: use one of them');
    if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) {
      throw server.wrong('url', 'must be an address, as http://127.0.0.1:8080/mcp');
    }
    return { url };
  }
  return {
    command: server.needed('command', command),
    args: expandedList(server, 'args', lookUp) ?? [],
    env: expandedTexts(server.inside('env'), lookUp),
    cwd: resolved(expanded(server, 'cwd', lookUp) ?? '.'),
  };
}

function perTool<T>(
  fields: Fields,
  otherwise: T,
  read: (fields: Fields, name: string) => T | undefined,
): PerTool<T> {
  const tools = fields.inside('tools');
  const named = Object.keys(tools.value).flatMap((name): [string, T][] => {
    const value = read(tools, name);
    return value === undefined ? [] : [[name, value]];
  });
  return { serverDefault: read(fields, 'serverDefault') ?? otherwise, tools: new Map(named) };
}
