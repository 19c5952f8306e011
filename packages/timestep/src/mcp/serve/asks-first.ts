import type { CallToolResult } from '@modelcontextprotocol/server';
import { unapproved } from '../../environment/index.ts';
import { toolError } from '../convert/result-to-mcp.ts';
import type { ToolDefinition } from './definition.ts';

/** Whether a person decides about each call: of a tool that says so, or of all that do not only read. */
export function asksFirst(tool: ToolDefinition, humanInLoop: boolean): boolean {
  if (tool.needsApproval !== undefined) return tool.needsApproval;
  return humanInLoop && tool.annotations?.readOnlyHint !== true;
}

/** Why a call is refused that a person has not decided about, and that nobody can be asked about. */
export function nobodyToAsk({ name }: ToolDefinition): CallToolResult {
  return toolError(
    `${unapproved(name)} and there is nobody to ask: connect with a client that offers elicitation`,
  );
}
