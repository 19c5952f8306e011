import type { InternalKind } from '../internal-server.ts';
import type { InternalTool } from './internal-tool.ts';
import { REFERENCES, RULES, SKILLS } from './part-kinds.ts';
import { partTools } from './part-tools.ts';
import { sessionTools } from './session-tools.ts';
import { toolTools } from './tool-tools.ts';

/** The tools of a server of type `internal`. */
export function toolsOfKind(kind: InternalKind): readonly InternalTool[] {
  switch (kind) {
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
