import {
  acceptedContent,
  inputRequired,
  inputResponse,
  type ElicitRequestFormParams,
  type InputRequest,
} from '@modelcontextprotocol/server';
import type { McpCall, ToolCallContext } from '@timestep-ai/timestep/mcp';

type Properties = ElicitRequestFormParams['requestedSchema']['properties'];

/** A form for a person to fill in; every field is required unless told otherwise. */
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

/** The call's MCP side: the fixture is only ever reached over MCP. */
export function mcpOf({ mcp }: ToolCallContext): McpCall {
  if (!mcp) throw new Error('the fixture is served over MCP only');
  return mcp;
}

/** The text a model was sampled for; nothing where it has not been yet. */
export function sampled(context: ToolCallContext, key: string): string | undefined {
  const given = inputResponse(mcpOf(context).request.mcpReq.inputResponses, key);
  if (given.kind !== 'sampling') return undefined;
  const [block] = [given.result.content].flat();
  return block?.type === 'text' ? block.text : '';
}

/** What a person filled in; nothing where they have not, or refused. */
export function filledIn(
  context: ToolCallContext,
  key: string,
): Record<string, unknown> | undefined {
  return acceptedContent(mcpOf(context).request.mcpReq.inputResponses, key);
}
