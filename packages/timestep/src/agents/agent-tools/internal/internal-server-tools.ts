import { type CompiledTool, type ToolSet, compileTool, toTool } from '#engine/tools';
import type { InternalServer, InternalKind } from '#agents/folder';
import type { InternalTool } from './internal-tool.ts';
import { RULES, REFERENCES, SKILLS } from './parts/part-kinds.ts';
import { createPartEditingTools } from './parts/editing-part-tools.ts';
import { createPartInclusionTools } from './parts/including-part-tools.ts';
import type { PartKind } from './parts/part-kind.ts';
import { createPartReadingTools } from './parts/reading-part-tools.ts';
import { createSessionManagementTools } from './sessions/session-tools.ts';
import { createToolManagementTools } from './tools/tool-tools.ts';

export interface ServerTool {
  readonly server: InternalServer;
  readonly tool: InternalTool;
  readonly shown: string;
  readonly compiled: CompiledTool;
}

export function listInternalServerTools(
  servers: readonly InternalServer[],
  calls: CreateAgentCallTools | undefined,
): ServerTool[] {
  return servers.flatMap((server) =>
    createToolsOfKind(server, calls).map((tool): ServerTool => {
      const shown = `${server.name}_${tool.name}`;
      return { server, tool, shown, compiled: compileTool(shown, tool) };
    }),
  );
}

function createToolsOfKind(
  { name, tools: kind }: InternalServer,
  calls: CreateAgentCallTools | undefined,
): readonly InternalTool[] {
  if (kind !== 'agents') return TOOLS_OF_KIND[kind]();
  const tools = calls?.((tool) => `${name}_${tool}`) ?? {};
  return Object.entries(tools).map(([own, tool]): InternalTool => ({
    replay: 'never',
    ...toTool(tool),
    name: own,
    changes: 'nothing',
  }));
}

const createPartTools = (kind: PartKind) => (): InternalTool[] => [
  ...createPartReadingTools(kind),
  ...createPartEditingTools(kind),
  ...createPartInclusionTools(kind),
];

const TOOLS_OF_KIND: Readonly<Record<Exclude<InternalKind, 'agents'>, () => InternalTool[]>> = {
  rules: createPartTools(RULES),
  references: createPartTools(REFERENCES),
  skills: createPartTools(SKILLS),
  tools: createToolManagementTools,
  sessions: createSessionManagementTools,
};

export type CreateAgentCallTools = (getDisplayName: (tool: string) => string) => ToolSet;
