import type { InternalTools } from '../../port/index.ts';
import type { AgentFolder } from '../agent-folder.ts';
import type { CallsOfAgent } from '../internal/agent-call-tools.ts';
import { approvalOf, placedTools } from '../internal/offered-internal.ts';
import { getToolValue } from '../tool-offer.ts';

/** The servers of type `internal` with their tools, which are called in tasks alone. */
export function internalTools(
  { internalServers }: Pick<AgentFolder, 'internalServers'>,
  calls: CallsOfAgent | undefined,
): readonly InternalTools[] {
  const placed = placedTools(internalServers, calls);
  return internalServers.map((server) => ({
    name: server.name,
    tools: placed.flatMap((one) => {
      if (one.server !== server) return [];
      const { name, description = '' } = one.tool;
      const isOn = getToolValue(server.enabled, name);
      return [{ name, description, permit: isOn ? (approvalOf(one) ? 'ask' : 'allow') : 'deny' }];
    }),
  }));
}
