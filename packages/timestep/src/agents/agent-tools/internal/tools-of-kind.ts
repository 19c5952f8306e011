import type { InternalServer } from '../../folder/index.ts';
import { toInternalTools, type CreateAgentCallTools } from './agent-call-tools.ts';
import type { InternalTool } from './internal-tool.ts';
import { REFERENCES, RULES, SKILLS } from './part-kinds.ts';
import { createPartTools } from './part-tools.ts';
import { createSessionTools } from './session-tools.ts';
import { createToolTools } from './tool-tools.ts';

export function createToolsOfKind(
  { name, tools: kind }: Pick<InternalServer, 'name' | 'tools'>,
  calls: CreateAgentCallTools | undefined,
): readonly InternalTool[] {
  switch (kind) {
    case 'agents':
      return calls ? toInternalTools(calls((tool) => `${name}_${tool}`)) : [];
    case 'rules':
      return createPartTools(RULES);
    case 'references':
      return createPartTools(REFERENCES);
    case 'skills':
      return createPartTools(SKILLS);
    case 'tools':
      return createToolTools();
    case 'sessions':
      return createSessionTools();
  }
}
