import { copyRuleToTool, type PermissionRules } from '../../../engine/tools/index.ts';
import type { Fields } from '../text/fields.ts';
import { AGENTS_SERVER } from './agent-calls.ts';
import {
  parseApproval,
  isServerName,
  parseSwitches,
  type ServerSwitches,
  type PerTool,
} from './tool-server.ts';

/** What the tools of a built-in server work on. */
export type InternalKind = 'rules' | 'references' | 'skills' | 'tools' | 'sessions' | 'agents';

/** A built-in server whose tools run in this process. With them an agent reads and edits itself. */
export interface InternalServer extends ServerSwitches {
  readonly tools: InternalKind;
}

const KINDS: readonly InternalKind[] = [
  'rules',
  'references',
  'skills',
  'tools',
  'sessions',
  'agents',
];

/** A server with an unknown kind of tools is omitted, with a warning. */
export function parseInternalServers(servers: Fields): InternalServer[] {
  return Object.keys(servers.value).flatMap((name): InternalServer[] => {
    const server = servers.getObject(name);
    if (!isServerName(name) || server.value['type'] !== 'internal') return [];
    const tools = KINDS.find((kind) => kind === server.value['tool']);
    if (!tools) {
      server.reportWarning('tool', `must be one of ${KINDS.join(', ')}; the server is ignored`);
      return [];
    }
    const { enabled, include } = parseSwitches(server);
    return [
      {
        name,
        tools,
        enabled: renameSwitches(tools, enabled),
        include: renameSwitches(tools, include),
        approval: renameSwitches(tools, parseApproval(server, undefined)),
      },
    ];
  });
}

/** A server in the file with the same name, even if disabled, takes precedence. */
export function addAgentsServer(
  servers: readonly InternalServer[],
  agents: readonly string[] | undefined,
  fields: Fields,
): readonly InternalServer[] {
  if (!agents || servers.some(({ tools }) => tools === 'agents')) return servers;
  const described = fields.getObject('mcpServers');
  if (described.value[AGENTS_SERVER] !== undefined) return servers;
  const nothing = described.getObject(AGENTS_SERVER);
  const approval = parseApproval(nothing, undefined);
  return [
    ...servers,
    { name: AGENTS_SERVER, tools: 'agents', ...parseSwitches(nothing), approval },
  ];
}

const VERBS = ['create', 'update', 'delete', 'include', 'exclude', 'get'] as const;

/** Names of built-in tools before all names became snake_case. */
const FORMER: Readonly<Record<InternalKind, readonly string[]>> = {
  rules: listFormerPartNames('Rule', 'Rules'),
  references: listFormerPartNames('Reference', 'References'),
  skills: listFormerPartNames('Skill', 'Skills'),
  tools: [
    'listTools',
    'getTool',
    'listContextTools',
    'listToolServers',
    'getToolServer',
    'searchTools',
    'setToolIncludeMode',
    'setServerIncludeMode',
    'includeTool',
    'excludeTool',
    'includeToolServer',
    'excludeToolServer',
  ],
  sessions: ['listSessions', 'getSession', 'renameSession'],
  agents: [],
};

function listFormerPartNames(single: string, several: string): readonly string[] {
  const ofAll = ['list', 'listContext', 'search'].map((verb) => `${verb}${several}`);
  return [...ofAll, ...VERBS.map((verb) => `${verb}${single}`)];
}

type NamedInternalServer = Pick<InternalServer, 'name' | 'tools'>;

export interface RenamedTool {
  readonly former: string;
  readonly current: string;
}

export function listRenamedTools(servers: readonly NamedInternalServer[]): RenamedTool[] {
  return servers.flatMap(({ name, tools: kind }) =>
    FORMER[kind].map((former) => ({
      former: `${name}_${former}`,
      current: `${name}_${getCurrentName(kind, former)}`,
    })),
  );
}

/** Takes the current or the former name. */
export function getCurrentName(kind: InternalKind, name: string): string {
  if (!FORMER[kind].includes(name)) return name;
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Undefined if the tool has never been renamed. */
export function findFormerName(name: string): string | undefined {
  const former = name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return Object.values(FORMER).flat().includes(former) ? former : undefined;
}

/** If a tool is given under both names, its current name wins. */
function renameSwitches<T>(kind: InternalKind, switches: PerTool<T>): PerTool<T> {
  const { serverDefault, tools } = switches;
  const renamed = [...tools].map(([name, value]) => [getCurrentName(kind, name), value] as const);
  return { serverDefault, tools: new Map([...renamed, ...tools]) };
}

export function renameRules(
  rules: PermissionRules,
  servers: readonly NamedInternalServer[],
): PermissionRules {
  const renamed = listRenamedTools(servers);
  const copyRules = (rule: string): readonly string[] =>
    renamed.flatMap(({ former, current }) => copyRuleToTool(rule, former, current) ?? []);
  const all = (texts: readonly string[]): readonly string[] =>
    texts.flatMap((rule) => [rule, ...copyRules(rule)]);
  const { deny, ask, allow } = rules;
  return {
    ...(deny && { deny: all(deny) }),
    ...(ask && { ask: all(ask) }),
    ...(allow && { allow: all(allow) }),
  };
}
