import { type PermissionRules, copyRuleToTool } from '#engine/tools';
import type { InternalServer } from './internal-server.ts';
import type { PerTool } from './server-switches.ts';

/** Kind of built-in server, by what its tools read and change. */
export type InternalKind = 'rules' | 'references' | 'skills' | 'tools' | 'sessions' | 'agents';

const VERBS = ['create', 'update', 'delete', 'include', 'exclude', 'get'] as const;

/** Former names of built-in tools, before all names became snake_case. */
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

export const KINDS: readonly InternalKind[] = Object.keys(FORMER) as InternalKind[];

function listFormerPartNames(single: string, several: string): readonly string[] {
  const ofAll = ['list', 'listContext', 'search'].map((verb) => `${verb}${several}`);
  return [...ofAll, ...VERBS.map((verb) => `${verb}${single}`)];
}

type NamedInternalServer = Pick<InternalServer, 'name' | 'tools'>;

export function listRenamedTools(
  servers: readonly NamedInternalServer[],
): { readonly former: string; readonly current: string }[] {
  return servers.flatMap(({ name, tools: kind }) =>
    FORMER[kind].map((former) => ({
      former: `${name}_${former}`,
      current: `${name}_${getCurrentToolName(kind, former)}`,
    })),
  );
}

export function getCurrentToolName(kind: InternalKind, name: string): string {
  if (!FORMER[kind].includes(name)) return name;
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

export function findFormerName(name: string): string | undefined {
  const former = name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return Object.values(FORMER).flat().includes(former) ? former : undefined;
}

/** Renames settings of tools. If a tool has settings under both names, its current name wins. */
export function renameSwitches<T>(kind: InternalKind, switches: PerTool<T>): PerTool<T> {
  const { serverDefault, tools } = switches;
  const renamed = [...tools].map(
    ([name, value]) => [getCurrentToolName(kind, name), value] as const,
  );
  return { serverDefault, tools: new Map([...renamed, ...tools]) };
}

export function addRulesForRenamedTools(
  rules: PermissionRules,
  servers: readonly NamedInternalServer[],
): PermissionRules {
  const renamed = listRenamedTools(servers);
  const copyRules = (rule: string): readonly string[] =>
    renamed.flatMap(({ former, current }) => copyRuleToTool(rule, former, current) ?? []);
  return Object.fromEntries(
    Object.entries(rules).map(([verdict, texts]: [string, readonly string[]]) => [
      verdict,
      texts.flatMap((rule) => [rule, ...copyRules(rule)]),
    ]),
  );
}
