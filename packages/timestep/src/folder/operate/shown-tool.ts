import type { ToolSchema } from '../../core/index.ts';
import type { ServerTool } from '../../port/index.ts';
import { switchOf } from '../tool-offer.ts';
import type { ServerSwitches, ToolServer } from '../tool-server.ts';

/** A tool with what the agent's files say of it. */
export function shownTool(
  { enabled, approval, include }: Pick<ToolServer, keyof ServerSwitches>,
  { needsApproval = false, function: { name, description, parameters } }: ToolSchema,
): ServerTool {
  const isOn = switchOf(enabled, name);
  return {
    name,
    ...(description !== undefined && { description }),
    parameters,
    permit: isOn ? (switchOf(approval, name) ? 'ask' : 'allow') : 'deny',
    isPermitWritten: enabled.tools.has(name) || approval.tools.has(name),
    include: switchOf(include, name),
    isIncludeWritten: include.tools.has(name),
    asksItself: needsApproval,
  };
}
