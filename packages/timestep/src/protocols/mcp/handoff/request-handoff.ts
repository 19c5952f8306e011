import { hash } from 'node:crypto';
import type { InputRequiredResult } from '@modelcontextprotocol/server';
import type { McpCall } from '../serve/calls/tool-context.ts';
import { samplingToHandoffOutcome, handoffToSampling, type HandoffOutcome } from './sampling.ts';
import { DEFAULT_HANDOFF_TIMEOUT_MS, HANDOFF_TOOL, type HandoffTarget } from './target.ts';

/**
 * The outcome of a handoff (a call of another agent) that the MCP client has executed, or the result that
 * asks the client to execute it.
 */
export type RequestedHandoff = HandoffOutcome | { readonly request: InputRequiredResult };

/**
 * Asks the client to execute a handoff: in the result of the call (MCP 2026-07-28), or by a sampling request (MCP
 * 2025).
 */
export function requestHandoff(
  target: HandoffTarget,
  mcp: McpCall,
  { timeoutMs = DEFAULT_HANDOFF_TIMEOUT_MS }: { readonly timeoutMs?: number | undefined },
): Promise<RequestedHandoff> {
  return mcp.peer.era === 'modern'
    ? requestHandoffInResult(target, mcp)
    : requestHandoffBySampling(target, mcp, timeoutMs);
}

/** Requests a handoff in the result. The signed state proves that the client's answer belongs to this handoff. */
async function requestHandoffInResult(
  target: HandoffTarget,
  mcp: McpCall,
): Promise<RequestedHandoff> {
  const { inputRequired, inputResponse } = await import('@modelcontextprotocol/server');
  const { inputResponses, requestState } = mcp.request.mcpReq;
  const digest = hashHandoff(target);
  const given = inputResponse(inputResponses, HANDOFF_TOOL);
  const state = requestState<{ readonly handoff?: string }>();
  if (given.kind === 'sampling' && state !== undefined) {
    return state.handoff === digest ? samplingToHandoffOutcome(given.result) : FOREIGN_ANSWER;
  }
  const request = inputRequired({
    inputRequests: { [HANDOFF_TOOL]: inputRequired.createMessage(handoffToSampling(target)) },
    requestState: await mcp.remember({ handoff: digest }),
  });
  return { request };
}

const FOREIGN_ANSWER: HandoffOutcome = {
  ok: false,
  reason: 'the answer belongs to another handoff: call the tool again without it',
};

async function requestHandoffBySampling(
  target: HandoffTarget,
  { request: { mcpReq } }: McpCall,
  timeout: number,
): Promise<HandoffOutcome> {
  const result = await mcpReq.send(
    { method: 'sampling/createMessage', params: { ...handoffToSampling(target) } },
    { timeout, signal: mcpReq.signal },
  );
  return samplingToHandoffOutcome(result);
}

function hashHandoff({ agentUri, message, contextId = '', taskId = '' }: HandoffTarget): string {
  return hash('sha256', JSON.stringify([agentUri, message, contextId, taskId]), 'base64url');
}
