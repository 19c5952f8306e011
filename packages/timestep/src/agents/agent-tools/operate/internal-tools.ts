import type { InternalTools } from '../../../engine/port/index.ts';
import { type AgentFolder, getToolValue } from '../../folder/index.ts';
import type { CreateAgentCallTools } from '../internal/agent-call-tools.ts';
import { isApprovalRequired, listInternalServerTools } from '../internal/internal-server-tools.ts';

/** The servers of type `internal` with their tools, which are called in tasks alone. */
export function listOperatorInternalTools(
  { internalServers }: Pick<AgentFolder, 'internalServers'>,
  calls: CreateAgentCallTools | undefined,
): readonly InternalTools[] {
  const placed = listInternalServerTools(internalServers, calls);
  return internalServers.map((server) => ({
    name: server.name,
    tools: placed.flatMap((one) => {
      if (one.server !== server) return [];
      const { name, description = '' } = one.tool;
      const isOn = getToolValue(server.enabled, name);
      return [
        { name, description, permit: isOn ? (isApprovalRequired(one) ? 'ask' : 'allow') : 'deny' },
      ];
    }),
  }));
}
