import {
  describeChange,
  parseArguments,
  type CallState,
  type PlannedCall,
  type TaskEvent,
  type ToolSchema,
} from '#core';
import { describeFormer, showTool } from './show-tool.ts';

/**
 * Asks a person again if a tool has changed since the person's approval. A missing tool and wrong arguments fail
 * the call elsewhere.
 */
export function askAgainIfChanged(
  { call, definition }: PlannedCall,
  states: readonly CallState[],
  listed: readonly ToolSchema[],
): TaskEvent | undefined {
  const tool = listed.find((one) => one.function.name === call.function.name);
  const args = tool && parseArguments(call.function.arguments);
  if (!tool || !args) return undefined;
  const shown = showTool(tool, args);
  if (shown.digest === definition) return undefined;
  const before = states.find((state) => state.call.id === call.id)?.judged?.tool?.definition;
  const change = before ? describeChange(before, shown.definition) : 'its definition';
  return { type: 'approval.requested', callId: call.id, ...describeFormer(shown, change) };
}
