import { ruleForTool, type PermissionRules } from '../environment/index.ts';
import type { InternalKind, InternalServer } from './internal-server.ts';
import type { PerTool } from './tool-server.ts';

const VERBS = ['create', 'update', 'delete', 'include', 'exclude', 'get'] as const;

/** The names that tools of this process had before all names were in snake_case, by what they are for. */
const FORMER: Readonly<Record<InternalKind, readonly string[]>> = {
  rules: partNames('Rule', 'Rules'),
  references: partNames('Reference', 'References'),
  skills: partNames('Skill', 'Skills'),
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

function partNames(single: string, several: string): readonly string[] {
  const ofAll = ['list', 'listContext', 'search'].map((verb) => `${verb}${several}`);
  return [...ofAll, ...VERBS.map((verb) => `${verb}${single}`)];
}

type OfKind = Pick<InternalServer, 'name' | 'tools'>;

/** A tool that has another name than before, as models call it. */
export interface Renamed {
  readonly former: string;
  readonly current: string;
}

/** The tools of these servers that had another name before. */
export function renamedTools(servers: readonly OfKind[]): Renamed[] {
  return servers.flatMap(({ name, tools: kind }) =>
    FORMER[kind].map((former) => ({
      former: `${name}_${former}`,
      current: `${name}_${currentName(kind, former)}`,
    })),
  );
}

/** The name that a tool has now, by a name that it has or had before. */
export function currentName(kind: InternalKind, name: string): string {
  if (!FORMER[kind].includes(name)) return name;
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The name that a tool had before; `undefined` if it has always had its name. */
export function formerName(name: string): string | undefined {
  const former = name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return Object.values(FORMER).flat().includes(former) ? former : undefined;
}

/** Switches by the names that tools have now; of two spellings the current one counts. */
export function currentSwitches<T>(kind: InternalKind, switches: PerTool<T>): PerTool<T> {
  const { serverDefault, tools } = switches;
  const renamed = [...tools].map(([name, value]) => [currentName(kind, name), value] as const);
  return { serverDefault, tools: new Map([...renamed, ...tools]) };
}

/** Rules that hold for the names that tools have now as they did for those before. */
export function currentRules(rules: PermissionRules, servers: readonly OfKind[]): PermissionRules {
  const renamed = renamedTools(servers);
  const added = (rule: string): readonly string[] =>
    renamed.flatMap(({ former, current }) => ruleForTool(rule, former, current) ?? []);
  const all = (texts: readonly string[]): readonly string[] =>
    texts.flatMap((rule) => [rule, ...added(rule)]);
  const { deny, ask, allow } = rules;
  return {
    ...(deny && { deny: all(deny) }),
    ...(ask && { ask: all(ask) }),
    ...(allow && { allow: all(allow) }),
  };
}
