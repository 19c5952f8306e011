import {
  describeToolChange,
  parseArguments,
  type CallState,
  type PlannedCall,
  type TaskEvent,
  type ToolSchema,
} from '#core';
import { describeChangedTool, toShownTool } from './show-tool.ts';

/**
 * Requests approval again if a tool has changed since a person approved the call. A missing tool or
 * wrong arguments fail the call elsewhere.
 */
export function askAgainIfChanged(
  { call, definition }: PlannedCall,
  states: readonly CallState[],
  listed: readonly ToolSchema[],
): TaskEvent | undefined {
  const tool = listed.find((one) => one.function.name === call.function.name);
  const args = tool && parseArguments(call.function.arguments);
  if (!tool || !args) return undefined;
  const shown = toShownTool(tool, args);
  if (shown.digest === definition) return undefined;
  const before = states.find((state) => state.call.id === call.id)?.judged?.tool?.definition;
  const change = before ? describeToolChange(before, shown.definition) : 'its definition';
  return { type: 'approval.requested', callId: call.id, ...describeChangedTool(shown, change) };
}
