import { createHash } from 'node:crypto';
import {
  acceptedContent,
  inputRequired,
  type CallToolResult,
  type InputRequest,
  type InputRequiredResult,
} from '@modelcontextprotocol/server';
import * as z from 'zod';
import { APPROVED_META } from '../extension.ts';
import { createToolError } from '../convert/result-to-mcp.ts';
import type { ToolDefinition } from './definition.ts';
import { asksFirst, nobodyToAsk } from './asks-first.ts';
import type { CallFacts, McpCall } from './tool-context.ts';

const APPROVAL = 'approval';
const ANSWER = z.object({ approve: z.boolean() });
const LONGEST_SHOWN = 2000;

interface ApprovalState {
  readonly approval?: string;
}

/**
 * Asks the person at the client whether a tool may run. `undefined` means that it may; a result is
 * returned instead of running it. Tools that only read need no question, and neither does the later
 * round of a tool that asked for input itself.
 */
export async function askFirst(
  tool: ToolDefinition,
  args: unknown,
  humanInLoop: boolean,
  { mcp, signal, approved }: CallFacts,
): Promise<CallToolResult | InputRequiredResult | undefined> {
  if (approved || !asksFirst(tool, humanInLoop)) return undefined;
  if (!mcp || !canAskFirst({ mcp })) return nobodyToAsk(tool);
  const shown = JSON.stringify(args) ?? '';
  const elicitation = inputRequired.elicit({
    message: `May ${tool.name} run with ${shown.slice(0, LONGEST_SHOWN)}?`,
    requestedSchema: ANSWER,
  });
  return mcp.peer.era === 'modern'
    ? askInResult(tool, elicitation, digestOf(tool.name, shown), mcp)
    : askByRequest(tool, elicitation, mcp, signal);
}

/** Whether the person at the client can be asked before a call. */
export function canAskFirst({ mcp }: Pick<CallFacts, 'mcp'>): boolean {
  // A caller that says so asks for approvals by itself, before the call.
  const isDenied = mcp?.request.mcpReq._meta?.[APPROVED_META] === false;
  return !isDenied && mcp?.peer.capabilities?.elicitation !== undefined;
}

async function askInResult(
  tool: ToolDefinition,
  elicitation: InputRequest,
  digest: string,
  mcp: McpCall,
): Promise<CallToolResult | InputRequiredResult | undefined> {
  const { inputResponses, requestState } = mcp.request.mcpReq;
  const state = requestState<ApprovalState>();
  if (state?.approval === digest) {
    const given = acceptedContent(inputResponses, APPROVAL, ANSWER);
    return given?.approve === true ? undefined : refused(tool);
  }
  if (state !== undefined && state.approval === undefined) return undefined;
  return inputRequired({
    inputRequests: { [APPROVAL]: elicitation },
    requestState: await mcp.remember({ approval: digest }),
  });
}

async function askByRequest(
  tool: ToolDefinition,
  elicitation: InputRequest,
  mcp: McpCall,
  signal: AbortSignal,
): Promise<CallToolResult | undefined> {
  const given = await mcp.request.mcpReq.send(
    { method: 'elicitation/create', params: { ...elicitation.params } },
    { signal },
  );
  const answer = ANSWER.safeParse(given.content);
  return given.action === 'accept' && answer.data?.approve === true ? undefined : refused(tool);
}

function refused(tool: ToolDefinition): CallToolResult {
  return createToolError(`a person refused to let ${tool.name} run`);
}

function digestOf(name: string, args: string): string {
  return createHash('sha256')
    .update(JSON.stringify([name, args]))
    .digest('base64url');
}
