import {
  acceptedContent,
  inputRequired,
  inputResponse,
  type ElicitRequestFormParams,
  type InputRequest,
} from '@modelcontextprotocol/server';
import type { McpCall, ToolCallContext } from '@timestep-ai/timestep/mcp';

type Properties = ElicitRequestFormParams['requestedSchema']['properties'];

/** Creates a form for a user; every field is required unless stated otherwise. */
export function form(
  message: string,
  properties: Properties,
  required: readonly string[] = Object.keys(properties),
): InputRequest {
  return inputRequired.elicit({
    message,
    requestedSchema: { type: 'object', properties, required: [...required] },
  });
}

export function sample(text: string, maxTokens: number): InputRequest {
  const messages = [{ role: 'user' as const, content: { type: 'text' as const, text } }];
  return inputRequired.createMessage({ messages, maxTokens });
}

/** Returns the MCP context of the call, because the fixture is only called over MCP. */
export function mcpOf({ mcp }: ToolCallContext): McpCall {
  if (!mcp) throw new Error('the fixture is served over MCP only');
  return mcp;
}

/** Returns the sampled text of the model; undefined if it was not sampled yet. */
export function sampled(context: ToolCallContext, key: string): string | undefined {
  const given = inputResponse(mcpOf(context).request.mcpReq.inputResponses, key);
  if (given.kind !== 'sampling') return undefined;
  const [block] = [given.result.content].flat();
  return block?.type === 'text' ? block.text : '';
}

/** Returns the user's form data; undefined if the user did not answer, or refused. */
export function filledIn(
  context: ToolCallContext,
  key: string,
): Record<string, unknown> | undefined {
  return acceptedContent(mcpOf(context).request.mcpReq.inputResponses, key);
}
