import type { InternalServer } from '../internal-server.ts';
import { agentCallTools, type CallsOfAgent } from './agent-call-tools.ts';
import type { InternalTool } from './internal-tool.ts';
import { REFERENCES, RULES, SKILLS } from './part-kinds.ts';
import { partTools } from './part-tools.ts';
import { sessionTools } from './session-tools.ts';
import { toolTools } from './tool-tools.ts';

/** Creates the tools of an `internal` server. */
export function toolsOfKind(
  { name, tools: kind }: Pick<InternalServer, 'name' | 'tools'>,
  calls: CallsOfAgent | undefined,
): readonly InternalTool[] {
  switch (kind) {
    case 'agents':
      return calls ? agentCallTools(calls((tool) => `${name}_${tool}`)) : [];
    case 'rules':
      return partTools(RULES);
    case 'references':
      return partTools(REFERENCES);
    case 'skills':
      return partTools(SKILLS);
    case 'tools':
      return toolTools();
    case 'sessions':
      return sessionTools();
  }
}
