import type { ToolSchema } from '../../../core/index.ts';
import type { ServerTool } from '../../../engine/port/index.ts';
import { getToolValue, type ServerSwitches, type ToolServer } from '../../folder/index.ts';

export function toOperatorTool(
  { enabled, approval, include }: Pick<ToolServer, keyof ServerSwitches>,
  { needsApproval = false, function: { name, description, parameters } }: ToolSchema,
): ServerTool {
  const isOn = getToolValue(enabled, name);
  return {
    name,
    ...(description !== undefined && { description }),
    parameters,
    permit: isOn ? (getToolValue(approval, name) ? 'ask' : 'allow') : 'deny',
    isPermitWritten: enabled.tools.has(name) || approval.tools.has(name),
    include: getToolValue(include, name),
    isIncludeWritten: include.tools.has(name),
    asksItself: needsApproval,
  };
}
