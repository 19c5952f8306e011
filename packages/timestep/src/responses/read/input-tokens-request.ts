import { isJsonObject, type JsonValue, type ToolSchema } from '../../core/index.ts';
import { createWrongTypeError } from '../wire/responses-error.ts';
import { readField } from './read-field.ts';
import { readConversationId, readInput, type CreateRequest } from './create-request.ts';
import { readTools } from './offered-tools.ts';

/** A validated request to count input tokens. Its input is still unparsed. */
export interface InputTokensRequest {
  readonly model: string | undefined;
  readonly input: CreateRequest['input'] | undefined;
  readonly instructions: string | undefined;
  readonly previousResponseId: string | null;
  readonly conversation: string | undefined;
  readonly tools: readonly ToolSchema[];
}

/** Reads a request body. All fields are optional; unknown fields are ignored. */
export function readInputTokensRequest(body: JsonValue): InputTokensRequest {
  if (!isJsonObject(body)) throw createWrongTypeError('body', 'an object', body);
  return {
    model: readField(body, 'model', 'string'),
    input: body['input'] == null ? undefined : readInput(body),
    instructions: readField(body, 'instructions', 'string'),
    previousResponseId: readField(body, 'previous_response_id', 'string') ?? null,
    conversation: readConversationId(body),
    tools: readTools(body),
  };
}
