import { readText, readValue, type JsonValue, type ToolSchema } from '../../../core/index.ts';
import { readConversationId, readInput, type CreateRequest } from './create-request.ts';
import { readTools } from './offered-tools.ts';
import { requireBodyFields } from './responses-fields.ts';

/** A request whose input is still unparsed. */
export interface InputTokensRequest {
  readonly model: string | undefined;
  readonly input: CreateRequest['input'] | undefined;
  readonly instructions: string | undefined;
  readonly previousResponseId: string | null;
  readonly conversation: string | undefined;
  readonly tools: readonly ToolSchema[];
}

export function readInputTokensRequest(body: JsonValue): InputTokensRequest {
  const fields = requireBodyFields(body);
  return {
    model: readText(fields, 'model'),
    input: readValue(fields, 'input') === undefined ? undefined : readInput(fields),
    instructions: readText(fields, 'instructions'),
    previousResponseId: readText(fields, 'previous_response_id') ?? null,
    conversation: readConversationId(fields),
    tools: readTools(fields),
  };
}
