import { hash } from 'node:crypto';
import {
  acceptedContent,
  inputRequired,
  type CallToolResult,
  type InputRequest,
  type InputRequiredResult,
} from '@modelcontextprotocol/server';
import * as z from 'zod';
import { APPROVED_META } from '../../extension.ts';
import { createToolError } from '../../convert/result-to-mcp.ts';
import { formatApprovalPrompt, createNoApproverError } from './call-messages.ts';
import type { CallerContext, McpCall } from './tool-context.ts';

const APPROVAL = 'approval';
const ANSWER = z.object({ approve: z.boolean() });

/**
 * Asks the user to approve a call. Undefined if the tool may run, including when it has already asked the user for
 * input.
 */
export async function requestMissingApproval(
  name: string,
  args: unknown,
  { mcp, signal }: CallerContext,
): Promise<CallToolResult | InputRequiredResult | undefined> {
  if (!mcp || !canRequestApproval({ mcp })) return createNoApproverError(name);
  const shown = JSON.stringify(args) ?? '';
  const elicitation = inputRequired.elicit({
    message: formatApprovalPrompt(name, shown),
    requestedSchema: ANSWER,
  });
  return mcp.peer.era === 'modern'
    ? askApprovalInResult(name, elicitation, hashCall(name, shown), mcp)
    : requestApprovalByElicitation(name, elicitation, mcp, signal);
}

export function canRequestApproval({ mcp }: Pick<CallerContext, 'mcp'>): boolean {
  // A caller that sends `false` has its own approval step before the call.
  const isDenied = mcp?.request.mcpReq._meta?.[APPROVED_META] === false;
  return !isDenied && mcp?.peer.capabilities?.elicitation !== undefined;
}

async function askApprovalInResult(
  name: string,
  elicitation: InputRequest,
  digest: string,
  mcp: McpCall,
): Promise<CallToolResult | InputRequiredResult | undefined> {
  const { inputResponses, requestState } = mcp.request.mcpReq;
  const state = requestState<{ readonly approval?: string }>();
  if (state?.approval === digest) {
    const given = acceptedContent(inputResponses, APPROVAL, ANSWER);
    return given?.approve === true ? undefined : createDeniedResult(name);
  }
  if (state !== undefined && state.approval === undefined) return undefined;
  return inputRequired({
    inputRequests: { [APPROVAL]: elicitation },
    requestState: await mcp.remember({ approval: digest }),
  });
}

async function requestApprovalByElicitation(
  name: string,
  elicitation: InputRequest,
  mcp: McpCall,
  signal: AbortSignal,
): Promise<CallToolResult | undefined> {
  const given = await mcp.request.mcpReq.send(
    { method: 'elicitation/create', params: { ...elicitation.params } },
    { signal },
  );
  const answer = ANSWER.safeParse(given.content);
  return given.action === 'accept' && answer.data?.approve === true
    ? undefined
    : createDeniedResult(name);
}

function createDeniedResult(name: string): CallToolResult {
  return createToolError(`a person refused to let ${name} run`);
}

function hashCall(name: string, args: string): string {
  return hash('sha256', JSON.stringify([name, args]), 'base64url');
}
